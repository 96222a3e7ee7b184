# What takes longest to read, compiled once for all of a preset's sources: a header for what links Asio, one for the rest, and
# one of each for tests. Nobody includes them by name, and scripts/check-alone goes without, so that they hide no missing
# #include.
option(REFEREE_PRECOMPILE "Precompile headers" OFF)
if(NOT REFEREE_PRECOMPILE)
  return()
endif()

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
define_property(TARGET PROPERTY GENERATES_CODE BRIEF_DOCS "Has the code of its precompiled header")
function(generate_code header)
  set_target_properties(${header} PROPERTIES GENERATES_CODE TRUE)
  target_precompile_headers(${header} PRIVATE ${PROJECT_SOURCE_DIR}/precompiled.h)
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

file(CONFIGURE OUTPUT precompiled.cpp CONTENT "")
# Compiled where a target uses it: add_precompiled(NAME HEADERS header... LINKS library... OPTIONS option...)
function(add_precompiled name)
  cmake_parse_arguments(PRECOMPILED "" "" "HEADERS;LINKS;OPTIONS" ${ARGN})
  add_library(${name} STATIC EXCLUDE_FROM_ALL ${CMAKE_CURRENT_BINARY_DIR}/precompiled.cpp)
  set_target_properties(${name} PROPERTIES OWN_COMPILATION TRUE)
  target_link_libraries(${name} PRIVATE nlohmann_json::nlohmann_json project_options ${PRECOMPILED_LINKS})
  # With times of headers in it, what uses it would never be found in the compiler's cache by another checkout.
  target_compile_options(${name} PRIVATE ${PRECOMPILED_OPTIONS}
                         "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
  target_precompile_headers(${name} PRIVATE ${common_headers} ${PRECOMPILED_HEADERS})
  string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
  set(flags "${CMAKE_CXX_FLAGS_${build_type}} ${PRECOMPILED_OPTIONS}")
  if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL Clang AND flags MATCHES "-O0")
    generate_code(${name})
  endif()
endfunction()

add_precompiled(precompiled)
add_precompiled(precompiled_asio HEADERS ${asio_headers} LINKS asio system_spdlog)
if(BUILD_TESTING)
  find_package(GTest REQUIRED)
  add_precompiled(precompiled_test HEADERS ${test_headers} LINKS GTest::gmock OPTIONS -O0)
  add_precompiled(precompiled_asio_test HEADERS ${asio_headers} ${test_headers} LINKS asio system_spdlog GTest::gmock
                  OPTIONS -O0)
endif()

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

# A compiler takes a precompiled header only where the same macros are defined and code is generated in the same way: tests
# are not optimised, and so are their headers.
function(precompile_in folder)
  get_property(options DIRECTORY ${folder} PROPERTY COMPILE_OPTIONS)
  if("-O1" IN_LIST options)
    return()
  endif()
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    get_target_property(own ${target} OWN_COMPILATION)
    if(type MATCHES "^(STATIC_LIBRARY|OBJECT_LIBRARY|EXECUTABLE)$" AND NOT own)
      set(header precompiled)
      find_link(${target} ^asio$ asio)
      if(asio)
        string(APPEND header _asio)
        target_compile_definitions(${target} PRIVATE BOOST_ASIO_SEPARATE_COMPILATION BOOST_ASIO_NO_DEPRECATED
          BOOST_ASIO_DISABLE_FENCED_BLOCK FMT_SHARED SPDLOG_COMPILED_LIB SPDLOG_FMT_EXTERNAL SPDLOG_SHARED_LIB)
      endif()
      if("-O0" IN_LIST options)
        string(APPEND header _test)
      endif()
      use_precompiled(${target} ${header})
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(inner IN LISTS folders)
    precompile_in(${inner})
  endforeach()
endfunction()

precompile_in(${PROJECT_SOURCE_DIR})
