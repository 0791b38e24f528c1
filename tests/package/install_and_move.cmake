# Installs the build in BUILD_FOLDER into a folder that is then renamed to PREFIX: what still works there
# depends on no absolute path.
set(first_prefix "${PREFIX}.first")
file(REMOVE_RECURSE "${PREFIX}" "${first_prefix}")
execute_process(
  COMMAND "${CMAKE_COMMAND}" --install "${BUILD_FOLDER}" --prefix "${first_prefix}"
  COMMAND_ERROR_IS_FATAL ANY)
file(RENAME "${first_prefix}" "${PREFIX}")

# The source and build folders still exist, so using them would go unnoticed: look for their names.
file(GLOB_RECURSE package_files "${PREFIX}/*.cmake")
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
