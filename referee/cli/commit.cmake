# Writes FILE, a header with the commit of SOURCE, if it says something else by now: run at each build, it makes the
# program anew after a commit only.
execute_process(COMMAND git -C ${SOURCE} describe --always --exclude=* --abbrev=12 --dirty=+
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(commit "")
endif()
set(line "#define REFEREE_COMMIT \"${commit}\"\n")
set(before "")
if(EXISTS ${FILE})
  file(READ ${FILE} before)
endif()
if(NOT line STREQUAL before)
  file(WRITE ${FILE} "${line}")
endif()
