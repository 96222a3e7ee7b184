# Those rooms of the referee that need nothing of a system, added with their own CMakeLists.txt. Only what a program links of them is built.
get_filename_component(top ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)
file(STRINGS ${top}/CMakeLists.txt PROJECT_VERSION REGEX "^project\\(referee VERSION ")
string(REGEX REPLACE ".*VERSION ([0-9.]+).*" "\\1" PROJECT_VERSION "${PROJECT_VERSION}")

include(${top}/precompiled.cmake)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

# Only these headers of this machine may be seen: the C library is another one.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/include)
foreach(headers IN ITEMS nlohmann boost eigen3/Eigen)
  get_filename_component(name ${headers} NAME)
  file(CREATE_LINK /usr/include/${headers} ${CMAKE_BINARY_DIR}/include/${name} SYMBOLIC)
endforeach()

# What the folders' own CMakeLists.txt expect of the project at the top.
set(PROJECT_SOURCE_DIR ${top})
add_library(project_options INTERFACE)
target_include_directories(project_options INTERFACE ${top})
foreach(target IN ITEMS nlohmann_json::nlohmann_json Boost::headers Eigen3::Eigen Threads::Threads)
  add_library(${target} INTERFACE IMPORTED)
  set_target_properties(${target} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${CMAKE_BINARY_DIR}/include)
endforeach()
add_library(system_crypto INTERFACE) # include/openssl stands in for it
foreach(function IN ITEMS always_optimised optimised_most optimised_little without_sanitizers)
  cmake_language(EVAL CODE "function(${function})\nendfunction()")
endforeach()

foreach(room IN ITEMS protocol engines step
        referee/base/unicode referee/base referee/statistics referee/clocks referee/net referee/process
        referee/rules referee/record referee/match referee/games referee/show referee/report referee/pages referee/series referee/lab)
  add_subdirectory(${top}/${room} ${room} EXCLUDE_FROM_ALL)
endforeach()
