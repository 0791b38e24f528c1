# Builds a copy of included/ in FOLDER with the generator and COMPILER: after each change the first build does once what is to be
# done, and the second nothing. TOOL is taken by way of a script, which has a time of its own.
file(REMOVE_RECURSE "${FOLDER}")
file(COPY "${CMAKE_CURRENT_LIST_DIR}/included/" DESTINATION "${FOLDER}/source")

file(WRITE "${FOLDER}/tool" "#!/bin/sh\nexec '${TOOL}' \"$@\"\n")
file(CHMOD "${FOLDER}/tool" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
execute_process(
  COMMAND "${CMAKE_COMMAND}" -S "${FOLDER}/source" -B "${FOLDER}/build" -G "${GENERATOR}" "-DCMAKE_PREFIX_PATH=${PREFIX}"
          "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DISHI_HOST_TOOL=${FOLDER}/tool" -DWITH_KERNELS=ON
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

# builds_after CHANGE [SENTENCE…]: the build says these once and no others, the next one says none.
function(builds_after change)
  foreach(expected IN ITEMS "${ARGN}" "")
    execute_process(COMMAND "${CMAKE_COMMAND}" --build "${FOLDER}/build" OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "(Compiling|Writing) [^\n]*" done "${said}")
    list(SORT done)
    if(NOT done STREQUAL expected)
      message(FATAL_ERROR "after ${change} a build does `${done}`, not `${expected}`")
    endif()
  endforeach()
endfunction()

set(compiles "Compiling behaviour npc/walker.ishi.yaml")
set(header "Writing the contract include/game.h")
set(kernels "Writing the kernels kernels/kernels.cpp")
builds_after("the first configuration" ${compiles} ${header} ${kernels})

# Neither kernels nor header change by it.
file(APPEND "${FOLDER}/source/mood.ishi.yaml" "# a comment\n")
builds_after("a comment in an include" ${compiles} ${header} ${kernels})

file(RENAME "${FOLDER}/source/mood.ishi.yaml" "${FOLDER}/source/temper.ishi.yaml")
file(READ "${FOLDER}/source/npc/walker.ishi.yaml" walker)
string(REPLACE "mood.ishi.yaml" "temper.ishi.yaml" walker "${walker}")
file(WRITE "${FOLDER}/source/npc/walker.ishi.yaml" "${walker}")
builds_after("another name of an include" ${compiles} ${header} ${kernels})

file(REMOVE "${FOLDER}/build/kernels/kernels.h")
builds_after("the loss of the kernels' header" ${kernels})
file(REMOVE "${FOLDER}/build/include/game.h")
builds_after("the loss of the contract's header" ${header})

file(TOUCH "${FOLDER}/tool")
builds_after("another time of the tool" ${compiles} ${header} ${kernels})
