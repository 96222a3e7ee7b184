# One precompiled header for all of a preset's sources: what takes longest to read, compiled once. Nobody includes it by
# name, so it hides no missing #include from scripts/check-alone, which goes without.
option(REFEREE_PRECOMPILE "Precompile headers" OFF)
if(NOT REFEREE_PRECOMPILE)
  return()
endif()

file(CONFIGURE OUTPUT precompiled.cpp CONTENT "")
add_library(precompiled STATIC ${CMAKE_CURRENT_BINARY_DIR}/precompiled.cpp)
target_link_libraries(precompiled PRIVATE asio nlohmann_json::nlohmann_json system_spdlog project_options)
target_precompile_headers(
  precompiled PRIVATE <boost/asio/awaitable.hpp> <boost/asio/co_spawn.hpp> <boost/asio/io_context.hpp>
                      <boost/asio/ip/tcp.hpp> <boost/asio/posix/stream_descriptor.hpp> <boost/asio/steady_timer.hpp>
                      <boost/asio/use_awaitable.hpp> <algorithm> <charconv> <chrono> <filesystem> <functional> <map>
                      <memory> <nlohmann/json.hpp> <optional> <set> <span> <spdlog/spdlog.h> <string> <string_view>
                      <variant> <vector>)

# g++ takes a precompiled header only where the same macros are defined and the same code is generated.
function(precompile_in folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    get_target_property(own ${target} OWN_COMPILATION)
    if(type MATCHES "STATIC_LIBRARY|EXECUTABLE" AND NOT own AND NOT target STREQUAL precompiled)
      target_precompile_headers(${target} REUSE_FROM precompiled)
      target_compile_definitions(${target} PRIVATE $<TARGET_PROPERTY:precompiled,COMPILE_DEFINITIONS>)
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(inner IN LISTS folders)
    precompile_in(${inner})
  endforeach()
endfunction()

precompile_in(${PROJECT_SOURCE_DIR})
