# What takes longest to read, compiled once for many sources: headers for what links Asio, and for the rest, by the
# optimisation that a target asks for. Nobody includes them by name, and scripts/check-alone goes without, so that they hide
# no missing #include. A project includes this file before its targets, and calls precompile_headers() after them.
find_program(CCACHE ccache)
if(CCACHE AND NOT EMSCRIPTEN)  # which it does not know
  # ccache takes precompiled headers only with this sloppiness, and what a source includes from the compiler: without
  # CCACHE_DEPEND it preprocesses first whatever it does not know yet.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()

# By this property of a target: its code is generated in another way than that of the others, so that it can use none of
# their precompiled headers.
define_property(TARGET PROPERTY OWN_COMPILATION BRIEF_DOCS "Compiled with options of its own")

set(common_headers
    <algorithm> <array> <charconv> <chrono> <filesystem> <functional> <map> <memory> <nlohmann/json.hpp> <optional> <set>
    <span> <string> <string_view> <variant> <vector>)
set(asio_headers
    <boost/asio/awaitable.hpp> <boost/asio/co_spawn.hpp> <boost/asio/io_context.hpp> <boost/asio/ip/tcp.hpp>
    <boost/asio/posix/stream_descriptor.hpp> <boost/asio/steady_timer.hpp> <boost/asio/use_awaitable.hpp>
    <spdlog/spdlog.h>)
set(test_headers <gmock/gmock.h> <gtest/gtest.h>)

# Where nothing is optimised, the code of a header's inline functions and of its instances of templates (those of
# precompiled.h too) is generated once, in the library that has the header's name; what uses the header links it. Optimised
# code is generated in each source anew, to be inlined. dev goes without: it links a program more often than it compiles all.
# Without it, asan takes a quarter more CPU time to compile; with the headers of Asio for all targets, tests that link no Asio do not link.
define_property(TARGET PROPERTY GENERATES_CODE BRIEF_DOCS "Has the code of its precompiled header")
function(generate_code header)
  set_target_properties(${header} PROPERTIES GENERATES_CODE TRUE)
  target_precompile_headers(${header} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/precompiled.h)
  target_compile_options(${header} PRIVATE "SHELL:-Xclang -fmodules-codegen")
  set(compiled ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${header}.dir/cmake_pch.hxx.pch)
  target_sources(${header} PRIVATE ${compiled})
  # A program takes of it what it needs: std::filesystem has inline functions that call what no library has.
  target_link_libraries(${header} INTERFACE -Wl,--gc-sections)
  # It is no text: there is nothing to include. CMake names the header by another path where it is compiled than where it is
  # a source, and ninja takes them for two files: OBJECT_DEPENDS says that one waits for the other.
  set_source_files_properties(${compiled} PROPERTIES GENERATED TRUE LANGUAGE CXX SKIP_PRECOMPILE_HEADERS TRUE
    SKIP_UNITY_BUILD_INCLUSION TRUE OBJECT_DEPENDS ${compiled} COMPILE_OPTIONS "-x;none;-Wno-unused-command-line-argument")
endfunction()

# Compiled where a target uses it: add_precompiled(NAME HEADERS header... LINKS library... OPTIONS option...)
function(add_precompiled name)
  cmake_parse_arguments(PRECOMPILED "" "" "HEADERS;LINKS;OPTIONS" ${ARGN})
  file(CONFIGURE OUTPUT precompiled.cpp CONTENT "")
  add_library(${name} STATIC EXCLUDE_FROM_ALL ${CMAKE_CURRENT_BINARY_DIR}/precompiled.cpp)
  set_target_properties(${name} PROPERTIES OWN_COMPILATION TRUE)
  target_link_libraries(${name} PRIVATE nlohmann_json::nlohmann_json project_options ${PRECOMPILED_LINKS})
  # With times of headers in it, what uses it would never be found in the compiler's cache by another checkout.
  target_compile_options(${name} PRIVATE ${PRECOMPILED_OPTIONS}
                         "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
  target_precompile_headers(${name} PRIVATE ${common_headers} ${PRECOMPILED_HEADERS})
  string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
  string(REGEX MATCHALL "-O[0-9sz]" flags "${CMAKE_CXX_FLAGS_${build_type}} ${PRECOMPILED_OPTIONS}")
  if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL Clang AND flags MATCHES "-O0$")
    generate_code(${name})
  endif()
endfunction()

# Sets `result` to the header for targets that link Asio, or not, and that ask for `optimisation` ("-O1"; "": they ask for
# nothing). Where they ask for -O0 they are tests, and theirs has the headers of GoogleTest.
function(precompiled_for asio optimisation result)
  set(name precompiled)
  set(headers)
  set(links)
  if(asio)
    string(APPEND name _asio)
    list(APPEND headers ${asio_headers})
    list(APPEND links asio system_spdlog)
  endif()
  string(REPLACE - _ suffix "${optimisation}")
  string(APPEND name "${suffix}")
  if(NOT TARGET ${name})
    if(optimisation STREQUAL -O0)
      find_package(GTest REQUIRED)
      list(APPEND headers ${test_headers})
      list(APPEND links GTest::gmock)
    endif()
    add_precompiled(${name} HEADERS ${headers} LINKS ${links} OPTIONS ${optimisation})
  endif()
  set(${result} ${name} PARENT_SCOPE)
endfunction()

# Sets `result` to whether `target` links a library whose name matches `library`, itself or by what it links.
function(find_link target library result)
  get_property(found TARGET ${target} PROPERTY LINKS_${library})
  if(NOT DEFINED found)
    set(found FALSE)
    set_property(TARGET ${target} PROPERTY LINKS_${library} FALSE)  # for those that link each other
    get_target_property(links ${target} LINK_LIBRARIES)
    get_target_property(interface ${target} INTERFACE_LINK_LIBRARIES)
    foreach(link IN LISTS links interface)
      string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" link "${link}")
      if(link MATCHES "${library}")
        set(found TRUE)
      elseif(TARGET "${link}" AND NOT found)
        find_link(${link} ${library} found)
      endif()
    endforeach()
    set_property(TARGET ${target} PROPERTY LINKS_${library} ${found})
  endif()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# A program links the code of its header before all else, so that it does not take it from sources of a library.
function(use_precompiled target header)
  target_precompile_headers(${target} REUSE_FROM ${header})
  get_target_property(generates_code ${header} GENERATES_CODE)
  get_target_property(type ${target} TYPE)
  if(generates_code AND type STREQUAL EXECUTABLE)
    get_target_property(links ${target} LINK_LIBRARIES)
    set_target_properties(${target} PROPERTIES LINK_LIBRARIES "${header};${links}")
  elseif(generates_code)
    target_link_libraries(${target} PRIVATE ${header})
  endif()
endfunction()

# A compiler takes a precompiled header only where the same macros are defined and code is generated in the same way.
function(precompile_target target)
  set(asio FALSE)
  if(NOT EMSCRIPTEN)  # where it has a stand-in
    find_link(${target} ^asio$ asio)
  endif()
  if(asio)
    target_compile_definitions(${target} PRIVATE BOOST_ASIO_SEPARATE_COMPILATION BOOST_ASIO_NO_DEPRECATED
      BOOST_ASIO_DISABLE_FENCED_BLOCK FMT_SHARED SPDLOG_COMPILED_LIB SPDLOG_FMT_EXTERNAL SPDLOG_SHARED_LIB)
  endif()
  get_target_property(options ${target} COMPILE_OPTIONS)
  get_property(options_of_all DIRECTORY ${CMAKE_SOURCE_DIR} PROPERTY COMPILE_OPTIONS)
  list(REMOVE_ITEM options ${options_of_all})
  list(FILTER options INCLUDE REGEX "^-O[0-9sz]$")
  list(POP_BACK options optimisation)  # the last one holds
  precompiled_for("${asio}" "${optimisation}" header)
  use_precompiled(${target} ${header})
endfunction()

function(precompile_in folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    get_target_property(own ${target} OWN_COMPILATION)
    if(type MATCHES "^(STATIC_LIBRARY|OBJECT_LIBRARY|EXECUTABLE)$" AND NOT own)
      precompile_target(${target})
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(inner IN LISTS folders)
    precompile_in(${inner})
  endforeach()
endfunction()

function(precompile_headers)
  precompile_in(${CMAKE_SOURCE_DIR})
endfunction()
