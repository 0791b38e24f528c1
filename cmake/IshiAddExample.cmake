# The game of an example; no part of the package.

# ishi_add_example(name BEHAVIOUR asset SOURCES file… [ARGUMENTS argument…])
#
# Adds a program of a folder in examples/: the tool compiles asset.ishi.yaml and writes game.h, the contract that the
# game includes. The test of the example plays it.
#
#   BEHAVIOUR  the asset's name, which is that of the folder
#   SOURCES    the game's own; what all share is in examples/common/
#   ARGUMENTS  what the test says to the game besides its blob
function(ishi_add_example name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "BEHAVIOUR" "SOURCES;ARGUMENTS")
  set(behaviour ${arg_BEHAVIOUR}_behaviour)
  ishi_add_assets(TARGET ${behaviour} SOURCES ${arg_BEHAVIOUR}.ishi.yaml ROOT . OUTPUT_DIR behaviour HEADER include/game.h)
  add_executable(${name} ${arg_SOURCES})
  ishi_configure_target(${name})
  add_dependencies(${name} ${behaviour})
  target_include_directories(${name} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/include")
  target_link_libraries(${name} PRIVATE example_tools)
  if(ISHI_BUILD_TESTS)
    add_test(NAME "examples: ${name}"
      COMMAND ${name} "${CMAKE_CURRENT_BINARY_DIR}/behaviour/${arg_BEHAVIOUR}.ishi" ${arg_ARGUMENTS})
  endif()
endfunction()
