# How every target of this project is compiled.

# Compilations that were done before are taken from ccache where it is installed, unless whoever configures
# has chosen a launcher.
if(NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(ISHI_CCACHE NAMES ccache)
  mark_as_advanced(ISHI_CCACHE)
endif()

# Applies the language standard, the float contract and the warnings to a target.
function(ishi_configure_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  if(ISHI_CCACHE)
    set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "${ISHI_CCACHE}")
  endif()
  # The float contract: no fused multiply-add unless it is written, no reordering.
  target_compile_options(${target} PRIVATE -ffp-contract=off -Wall -Wextra -Wpedantic)
  if(ISHI_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# Of a program that is built more often than it is run long: not optimised in the development builds, which takes a
# fifth off the time to build it with g++ and half of it with clang's sanitizers.
function(ishi_build_quickly target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O0>)
endfunction()
