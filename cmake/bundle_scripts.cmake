find_program(ESBUILD esbuild REQUIRED DOC "Puts the scripts of pages together (scripts/setup build installs it)")

# bundle_scripts(TARGET FUNCTION FOLDER ENTRY...): like embed_files, of one classic script for each ENTRY, a module in FOLDER, with all that it
# imports, without comments and indentation; names stay. Browsers load no modules from a disk. The scripts are in scripts/ of the build folder,
# and are made when CMake runs: anew after each change in FOLDER.
function(bundle_scripts target function folder)
  file(GLOB_RECURSE modules CONFIGURE_DEPENDS ${folder}/*.js)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${modules})
  set(scripts ${CMAKE_CURRENT_BINARY_DIR}/scripts)
  # Modules are strict. A directive at the top would be one for what stands behind the script, too.
  execute_process(
    COMMAND ${ESBUILD} ${ARGN} --bundle --minify-whitespace --format=iife --charset=utf8 --log-level=warning --entry-names=[name] --outdir=${scripts}
            "--banner:js=(() => { \"use strict\";" "--footer:js=})();"
    WORKING_DIRECTORY ${folder} COMMAND_ERROR_IS_FATAL ANY)
  set(files "")
  foreach(entry IN LISTS ARGN)
    get_filename_component(name ${entry} NAME)
    list(APPEND files ${scripts}/${name})
  endforeach()
  embed_files(${target} ${function} ${files})
endfunction()
