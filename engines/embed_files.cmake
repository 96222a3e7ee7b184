# embed_files(TARGET FUNCTION FILE...): adds a source to TARGET that defines
#   std::span<const EmbeddedFile> engines::FUNCTION();
# the files in the order of their names. A changed file is embedded again by the next build.
function(embed_files target function)
  set(files ${ARGN})
  list(SORT files COMPARE NATURAL)
  set(lines "")
  foreach(file IN LISTS files)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} text)
    string(APPEND lines "    EmbeddedFile{\"${name}\", R\"embedded(${text})embedded\"},\n")
  endforeach()
  list(LENGTH files count)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
  file(GENERATE OUTPUT ${source} CONTENT
"#include <array>
#include <span>

#include \"engines/embedded_file.h\"

namespace engines {

std::span<const EmbeddedFile> ${function}();

std::span<const EmbeddedFile> ${function}() {
  static constexpr std::array<EmbeddedFile, ${count}> kFiles = {
${lines}};
  return kFiles;
}

}  // namespace engines
")
  target_sources(${target} PRIVATE ${source})
endfunction()
