# What takes longest to read, compiled once for all of a preset's sources: one header for what links Asio, one for the rest.
# Nobody includes them by name, and scripts/check-alone goes without, so that they hide no missing #include.
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

file(CONFIGURE OUTPUT precompiled.cpp CONTENT "")
foreach(name precompiled precompiled_asio)
  add_library(${name} STATIC ${CMAKE_CURRENT_BINARY_DIR}/precompiled.cpp)
  set_target_properties(${name} PROPERTIES OWN_COMPILATION TRUE)
endforeach()
target_link_libraries(precompiled PRIVATE nlohmann_json::nlohmann_json project_options)
target_link_libraries(precompiled_asio PRIVATE asio nlohmann_json::nlohmann_json project_options system_spdlog)
target_precompile_headers(precompiled PRIVATE ${common_headers})
target_precompile_headers(precompiled_asio PRIVATE ${common_headers} ${asio_headers})

# Sets `result` to whether `target` links Asio, itself or by what it links.
function(links_asio target result)
  get_property(known TARGET ${target} PROPERTY LINKS_ASIO)
  if(known STREQUAL "")
    set(known FALSE)
    get_target_property(links ${target} LINK_LIBRARIES)
    get_target_property(interface ${target} INTERFACE_LINK_LIBRARIES)
    foreach(link IN LISTS links interface)
      string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" link "${link}")
      if(link STREQUAL asio)
        set(known TRUE)
      elseif(TARGET ${link} AND NOT known)
        links_asio(${link} known)
      endif()
    endforeach()
    set_property(TARGET ${target} PROPERTY LINKS_ASIO ${known})
  endif()
  set(${result} ${known} PARENT_SCOPE)
endfunction()

# g++ takes a precompiled header only where the same macros are defined and code is generated in the same way.
function(precompile_in folder)
  get_property(options DIRECTORY ${folder} PROPERTY COMPILE_OPTIONS)
  if("-O1" IN_LIST options OR ("-O0" IN_LIST options AND NOT CMAKE_BUILD_TYPE STREQUAL Debug))
    return()
  endif()
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    get_target_property(own ${target} OWN_COMPILATION)
    if(type MATCHES "^(STATIC_LIBRARY|OBJECT_LIBRARY|EXECUTABLE)$" AND NOT own)
      links_asio(${target} asio)
      set(header precompiled)
      if(asio)
        set(header precompiled_asio)
        target_compile_definitions(${target} PRIVATE BOOST_ASIO_SEPARATE_COMPILATION BOOST_ASIO_NO_DEPRECATED
          BOOST_ASIO_DISABLE_FENCED_BLOCK FMT_SHARED SPDLOG_COMPILED_LIB SPDLOG_FMT_EXTERNAL SPDLOG_SHARED_LIB)
      endif()
      target_precompile_headers(${target} REUSE_FROM ${header})
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(inner IN LISTS folders)
    precompile_in(${inner})
  endforeach()
endfunction()

precompile_in(${PROJECT_SOURCE_DIR})
