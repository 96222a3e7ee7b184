# embed_files(TARGET FUNCTION [NAMED_FROM FOLDER] FILE...): adds a source to TARGET that defines
#   std::span<const EmbeddedFile> engines::FUNCTION();
# the files in the order of their names, which are their paths from FOLDER, or without it those of the files alone. A changed file is embedded again by the next build.
function(embed_files target function)
  cmake_parse_arguments(PARSE_ARGV 2 embed "" NAMED_FROM "")
  set(files ${embed_UNPARSED_ARGUMENTS})
  list(SORT files COMPARE NATURAL)
  set(lines "")
  foreach(file IN LISTS files)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    if(embed_NAMED_FROM)
      file(RELATIVE_PATH name ${embed_NAMED_FROM} ${file})
    else()
      get_filename_component(name ${file} NAME_WE)
    endif()
    file(READ ${file} text)
    string(APPEND lines "    EmbeddedFile{\"${name}\", R\"embedded(${text})embedded\"sv},\n")
  endforeach()
  list(LENGTH files count)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
  file(GENERATE OUTPUT ${source} CONTENT
"#pragma GCC diagnostic ignored \"-Woverlength-strings\"  // 65,536 bytes are what every compiler has to take

#include <array>
#include <span>
#include <string_view>

#include \"engines/embedded_file.h\"

namespace engines {

std::span<const EmbeddedFile> ${function}();

std::span<const EmbeddedFile> ${function}() {
  using namespace std::string_view_literals;  // whose lengths no constant expression has to count
  static constexpr std::array<EmbeddedFile, ${count}> kFiles = {
${lines}};
  return kFiles;
}

}  // namespace engines
")
  target_sources(${target} PRIVATE ${source})
endfunction()
