#pragma once

#include <cstdint>

#include "ishi/c_api.h"

// What the files of the module share: how a function is exported to JavaScript, and how a status is given to
// it.

#define ISHI_WEB_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace ishi::web {

// `where` of the last status that was not ISHI_OK. JavaScript reads it at the place that last_where() gives.
extern uint64_t last_where;

}  // namespace ishi::web

// A status as a number, which JavaScript takes without making an object. 0: it is good.
inline uint32_t code_of(ishi_status status) {
  if (status.code != ISHI_OK) ishi::web::last_where = status.where;
  return status.code;
}
