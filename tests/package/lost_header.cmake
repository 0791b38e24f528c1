# Builds a copy of included/ in FOLDER with the generator: the contract's header is left alone by a second build, and
# comes back when it was deleted.
file(REMOVE_RECURSE "${FOLDER}")
file(COPY "${CMAKE_CURRENT_LIST_DIR}/included/" DESTINATION "${FOLDER}/source")
set(header "${FOLDER}/build/include/game.h")

function(build)
  execute_process(COMMAND "${CMAKE_COMMAND}" --build "${FOLDER}/build" COMMAND_ERROR_IS_FATAL ANY)
  if(NOT EXISTS "${header}")
    message(FATAL_ERROR "there is no header after a build")
  endif()
endfunction()

execute_process(
  COMMAND "${CMAKE_COMMAND}" -S "${FOLDER}/source" -B "${FOLDER}/build" -G "${GENERATOR}"
          "-DCMAKE_PREFIX_PATH=${PREFIX}"
  COMMAND_ERROR_IS_FATAL ANY)
build()
file(TIMESTAMP "${header}" before "%s%f")
file(APPEND "${FOLDER}/source/mood.ishi.yaml" "# a comment\n")
build()
file(TIMESTAMP "${header}" after "%s%f")
if(NOT before STREQUAL after)
  message(FATAL_ERROR "a header that stays the same was written again")
endif()
file(REMOVE "${header}")
build()
