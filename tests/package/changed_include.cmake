# Builds a copy of included/ in FOLDER, changes the file that the asset includes and builds again: the
# blob must have changed, which only its depfile can bring about.
file(REMOVE_RECURSE "${FOLDER}")
file(COPY "${CMAKE_CURRENT_LIST_DIR}/included/" DESTINATION "${FOLDER}/source")

function(build result)
  execute_process(COMMAND "${CMAKE_COMMAND}" --build "${FOLDER}/build" COMMAND_ERROR_IS_FATAL ANY)
  file(SHA256 "${FOLDER}/build/assets/npc/walker.ishi" hash)
  set(${result} "${hash}" PARENT_SCOPE)
endfunction()

execute_process(
  COMMAND "${CMAKE_COMMAND}" -S "${FOLDER}/source" -B "${FOLDER}/build" -G "${GENERATOR}"
          "-DCMAKE_MAKE_PROGRAM=${MAKE_PROGRAM}" "-DCMAKE_PREFIX_PATH=${PREFIX}"
  COMMAND_ERROR_IS_FATAL ANY)
build(before)
file(READ "${FOLDER}/source/mood.ishi.yaml" mood)
string(REPLACE "0.25" "0.75" mood "${mood}")
file(WRITE "${FOLDER}/source/mood.ishi.yaml" "${mood}")
build(after)
if(before STREQUAL after)
  message(FATAL_ERROR "the blob was not compiled again when the file that it includes had changed")
endif()
