# The npm package has the version of the project.
file(READ "${PACKAGE}" package)
string(JSON version GET "${package}" version)
if(NOT version STREQUAL VERSION)
  message(FATAL_ERROR "${PACKAGE} says ${version}, CMakeLists.txt ${VERSION}")
endif()
