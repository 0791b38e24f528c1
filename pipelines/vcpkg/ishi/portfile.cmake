# A port of Ishi, for `vcpkg install ishi --overlay-ports=pipelines/vcpkg`. ISHI_SOURCES, an environment variable (which VCPKG_KEEP_ENV_VARS must
# name), is where the sources of Ishi are: there is no public address of a release to fetch and check.
vcpkg_check_linkage(ONLY_STATIC_LIBRARY)
if(NOT EXISTS "$ENV{ISHI_SOURCES}/runtime/CMakeLists.txt")
  message(FATAL_ERROR "ISHI_SOURCES must be the folder of Ishi's sources; it is '$ENV{ISHI_SOURCES}'. VCPKG_KEEP_ENV_VARS=ISHI_SOURCES lets vcpkg see it")
endif()
set(SOURCE_PATH "$ENV{ISHI_SOURCES}")

vcpkg_check_features(OUT_FEATURE_OPTIONS features FEATURES compiler ISHI_BUILD_COMPILER compiler ISHI_INSTALL_COMPILER)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS ${features} -DISHI_BUILD_TESTS=OFF -DISHI_BUILD_EXAMPLES=OFF -DISHI_BUILD_BENCHMARKS=OFF
    "-DISHI_FLATC=${CURRENT_HOST_INSTALLED_DIR}/tools/flatbuffers/flatc${VCPKG_HOST_EXECUTABLE_SUFFIX}")
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/ishi)
if("compiler" IN_LIST FEATURES)
  vcpkg_copy_tools(TOOL_NAMES ishi AUTO_CLEAN)
endif()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
