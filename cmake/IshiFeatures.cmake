# The features of the runtime (runtime/include/ishi/features.inl) that a build has.

# Sets `mask` to the set of features that a list asks for: bit i is row i of features.inl. `all`, `none` and names are
# taken one after the other; a name with a minus in front leaves that one out, first in the list of all:
#
#   all                 every feature; so does an empty list
#   goals;events        these and no others
#   -walking;-steering  all but these
function(ishi_feature_mask list mask)
  file(STRINGS "${PROJECT_SOURCE_DIR}/runtime/include/ishi/features.inl" rows REGEX "^ISHI_FEATURE\\(")
  list(TRANSFORM rows REPLACE "^ISHI_FEATURE\\(([a-z_]+),.*" "\\1" OUTPUT_VARIABLE names)
  list(LENGTH names count)
  math(EXPR all "(1 << ${count}) - 1")
  set(bits 0)
  if(NOT list OR list MATCHES "^-")
    set(bits ${all})
  endif()
  foreach(entry IN LISTS list)
    string(REGEX REPLACE "^-" "" name "${entry}")
    list(FIND names "${name}" index)
    if(entry STREQUAL "all")
      set(bits ${all})
    elseif(entry STREQUAL "none")
      set(bits 0)
    elseif(index EQUAL -1)
      list(JOIN names ", " known)
      message(FATAL_ERROR "ISHI_FEATURES: there is no feature `${name}`. There are ${known}; besides `all` and `none`, and a name with a minus in front leaves that one out.")
    elseif(entry MATCHES "^-")
      math(EXPR bits "${bits} & ~(1 << ${index})")
    else()
      math(EXPR bits "${bits} | (1 << ${index})")
    endif()
  endforeach()
  set(${mask} ${bits} PARENT_SCOPE)
  set(ISHI_ALL_FEATURES ${all} PARENT_SCOPE)
endfunction()
