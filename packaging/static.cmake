# How libraries are linked. Programs for machines that have none of our libraries, such as graders' images: the target
# `static` links referee and the sample bots once more, into STATIC_DIR. Nothing of them is compiled again: objects are
# position-independent here by default, which is what static-pie programs are made of.
set(STATIC_DIR ${CMAKE_BINARY_DIR}/static)
add_custom_target(static)

# TARGET's linker writes which files it reads, into the folder `linked`: packaging/make_notices names their licences.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/linked)
function(lists_what_it_links target)
  target_link_options(${target} PRIVATE LINKER:--dependency-file=${CMAKE_BINARY_DIR}/linked/${target}.d)
endfunction()

# By this property of a program, the libraries that it comes to link know what it needs of them.
define_property(TARGET PROPERTY LINKED_STATICALLY BRIEF_DOCS "Links archives instead of the system's shared libraries")

# By this property of a program that is started often, libraries that are small and read nothing of strangers become part
# of it: each shared one costs a start some 0.3 ms. docs/design/dependencies.md says which ones stay shared, and why.
define_property(TARGET PROPERTY STARTS_OFTEN BRIEF_DOCS "Links archives of small libraries, and of the compiler's own")
function(starts_often target)
  # A sanitizer has to see the exceptions that the C++ library throws.
  if(NOT REFEREE_SANITIZE)
    set_target_properties(${target} PROPERTIES STARTS_OFTEN TRUE)
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc)
    lists_what_it_links(${target})
  endif()
endfunction()

# NAME stands for the imported library SHARED, and in a static program for ARCHIVE: a target, or a file libX.a; with SMALL
# also in one that is started often.
function(add_system_library name shared archive)
  if(NOT TARGET ${archive})
    find_library(${name}_archive ${archive})
    set(archive ${${name}_archive})
  endif()
  set(of_program $<BOOL:$<TARGET_PROPERTY:LINKED_STATICALLY>>)
  if(SMALL IN_LIST ARGN)
    set(of_program $<OR:${of_program},$<BOOL:$<TARGET_PROPERTY:STARTS_OFTEN>>>)
  endif()
  add_library(${name} INTERFACE)
  target_link_libraries(${name} INTERFACE $<IF:${of_program},${archive},${shared}>)
endfunction()

# NAME stands for the imported library SHARED, of FILE, in programs that load it when they first call what SOURCE lists.
add_library(late_library STATIC packaging/late/late_library.cpp)
target_link_libraries(late_library PRIVATE project_options ${CMAKE_DL_LIBS})
function(add_late_library name source shared file)
  execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${file} OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "SONAME +([^\n]+)" found "${said}")
  add_library(${name} STATIC ${source})
  target_compile_definitions(${name} PRIVATE LIBRARY="${CMAKE_MATCH_1}")
  target_include_directories(${name} INTERFACE $<TARGET_PROPERTY:${shared},INTERFACE_INCLUDE_DIRECTORIES>
                                     PRIVATE $<TARGET_PROPERTY:${shared},INTERFACE_INCLUDE_DIRECTORIES>)
  target_link_libraries(${name} PRIVATE late_library project_options)
endfunction()

add_library(static_lookup OBJECT EXCLUDE_FROM_ALL packaging/static_lookup.cpp)
target_link_libraries(static_lookup PRIVATE project_options)

# TARGET, a program whose libraries are all named, once more: in FOLDER of STATIC_DIR.
function(add_static_program target folder)
  get_target_property(libraries ${target} LINK_LIBRARIES)
  add_executable(${target}_static EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${target}> $<TARGET_OBJECTS:static_lookup>)
  target_link_libraries(${target}_static PRIVATE ${libraries})
  # No warnings, which only GNU ld can leave out: glibc has one for each use of what may load libraries, and static_lookup
  # sees to it that nothing does.
  target_link_options(${target}_static PRIVATE -fuse-ld=bfd -static-pie -s -Wl,--no-warnings)
  lists_what_it_links(${target}_static)
  set_target_properties(${target}_static PROPERTIES
    LINKED_STATICALLY TRUE LINKER_LANGUAGE CXX OUTPUT_NAME ${target} RUNTIME_OUTPUT_DIRECTORY ${STATIC_DIR}/${folder})
  add_dependencies(static ${target}_static)
endfunction()

# The script SOURCE too, in FOLDER of STATIC_DIR.
function(add_static_script source folder)
  get_filename_component(name ${source} NAME)
  set(copy ${STATIC_DIR}/${folder}/${name})
  add_custom_command(OUTPUT ${copy} COMMAND ${CMAKE_COMMAND} -E copy ${source} ${copy} DEPENDS ${source})
  add_custom_target(${name}_static DEPENDS ${copy})
  add_dependencies(static ${name}_static)
endfunction()

# Debian has spdlog and fmt as shared libraries only; both can be compiled from their headers.
find_package(SQLite3 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(seccomp REQUIRED IMPORTED_TARGET libseccomp)
pkg_check_modules(libpq REQUIRED IMPORTED_TARGET libpq)
pkg_check_modules(ncurses REQUIRED IMPORTED_TARGET ncursesw)
add_library(spdlog_archive STATIC EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/packaging/spdlog_archive.cpp)
target_compile_definitions(spdlog_archive PRIVATE SPDLOG_COMPILED_LIB SPDLOG_FMT_EXTERNAL)
target_link_libraries(spdlog_archive PRIVATE Threads::Threads)

add_system_library(system_crypto OpenSSL::Crypto libcrypto.a)
# libssl.a needs what is in libcrypto.a, which has to stand behind it.
find_library(ssl_archive_file libssl.a REQUIRED)
find_library(crypto_archive_file libcrypto.a REQUIRED)
add_library(ssl_archive INTERFACE)
target_link_libraries(ssl_archive INTERFACE ${ssl_archive_file} ${crypto_archive_file})
add_system_library(system_ssl OpenSSL::SSL ssl_archive)
add_system_library(system_seccomp PkgConfig::seccomp libseccomp.a SMALL)
add_system_library(system_spdlog spdlog::spdlog spdlog_archive SMALL)
add_system_library(system_sqlite SQLite::SQLite3 libsqlite3.a)
find_package(ZLIB REQUIRED)
add_system_library(system_zlib ZLIB::ZLIB libz.a)
find_package(GIF REQUIRED)
add_system_library(system_gif GIF::GIF libgif.a SMALL)

# libarchive does not say what it needs itself of zip, tar and gzip.
find_package(LibArchive REQUIRED)
add_library(archive_archive INTERFACE)
foreach(part archive nettle bz2 lzma zstd z)
  find_library(${part}_archive lib${part}.a REQUIRED)
  target_link_libraries(archive_archive INTERFACE ${${part}_archive})
endforeach()
add_late_library(late_archive packaging/late/libarchive.cpp LibArchive::LibArchive ${LibArchive_LIBRARIES})
add_system_library(system_archive late_archive archive_archive)

add_late_library(late_pq packaging/late/libpq.cpp PkgConfig::libpq ${pkgcfg_lib_libpq_pq})

pkg_check_modules(yaml REQUIRED IMPORTED_TARGET yaml-0.1)
add_system_library(system_yaml PkgConfig::yaml libyaml.a SMALL)

pkg_check_modules(utf8proc REQUIRED IMPORTED_TARGET libutf8proc)
add_system_library(system_utf8proc PkgConfig::utf8proc libutf8proc.a SMALL)
pkg_check_modules(qrcodegen REQUIRED IMPORTED_TARGET qrcodegencpp)
add_system_library(system_qrcodegen PkgConfig::qrcodegen libqrcodegencpp.a SMALL)

find_library(tinfo_archive libtinfo.a REQUIRED)
find_library(ncurses_archive_file libncursesw.a REQUIRED)
add_library(ncurses_archive INTERFACE)
target_link_libraries(ncurses_archive INTERFACE ${ncurses_archive_file} ${tinfo_archive})
add_system_library(system_ncurses PkgConfig::ncurses ncurses_archive SMALL)
