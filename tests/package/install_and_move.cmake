# Installs the build in BUILD_FOLDER into a folder that is then renamed to PREFIX: what still works there
# depends on no absolute path.
set(first_prefix "${PREFIX}.first")
file(REMOVE_RECURSE "${PREFIX}" "${first_prefix}")
execute_process(
  COMMAND "${CMAKE_COMMAND}" --install "${BUILD_FOLDER}" --prefix "${first_prefix}"
  COMMAND_ERROR_IS_FATAL ANY)
file(RENAME "${first_prefix}" "${PREFIX}")

# What the headers point to is there, too.
file(GLOB_RECURSE headers "${PREFIX}/include/*.h")
foreach(header IN LISTS headers)
  file(READ "${header}" text)
  string(REGEX MATCHALL "(ishi|docs|schemas|examples|compiler|runtime|tests|cmake|scripts)/[A-Za-z0-9_./-]+[.](h|md|fbs|cpp|cmake)" names "${text}")
  foreach(name IN LISTS names)
    if(NOT EXISTS "${PREFIX}/include/${name}" AND NOT EXISTS "${PREFIX}/share/doc/ishi/${name}")
      message(FATAL_ERROR "${header} points to ${name}, which is not installed")
    endif()
  endforeach()
endforeach()
foreach(page IN ITEMS README.md LICENSE docs/embedding.md docs/language.md schemas/asset.fbs)
  if(NOT EXISTS "${PREFIX}/share/doc/ishi/${page}")
    message(FATAL_ERROR "${page} is not installed")
  endif()
endforeach()

# The source and build folders still exist, so using them would go unnoticed: look for their names.
file(GLOB_RECURSE package_files "${PREFIX}/*.cmake" "${PREFIX}/*.pc")
if(NOT package_files)
  message(FATAL_ERROR "no package was installed below ${PREFIX}")
endif()
foreach(package_file IN LISTS package_files)
  file(READ "${package_file}" text)
  foreach(folder IN ITEMS "${SOURCE_FOLDER}" "${BUILD_FOLDER}" "${first_prefix}")
    string(FIND "${text}" "${folder}" place)
    if(NOT place EQUAL -1)
      message(FATAL_ERROR "${package_file} names ${folder}")
    endif()
  endforeach()
endforeach()
