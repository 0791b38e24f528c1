# Foreign libraries from sources, which scripts/wasm unpacks beside the others that it needs.
set(ISHI_FOREIGN_SOURCES "${ISHI_WASM_FOLDER}/sources" CACHE PATH "")
include("${CMAKE_CURRENT_LIST_DIR}/../cmake/foreign_libraries.cmake")
