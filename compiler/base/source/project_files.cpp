#include "source/project_files.h"

namespace ishi::compiler {

ContentHash fingerprint_of(const std::string& path, const IdentifiedText& read) {
  HashedList parts;
  parts.add(path);
  parts.add(read.identity);
  parts.add(content_hash(read.text));
  return parts.hash();
}

ProjectFiles::Slot& ProjectFiles::slot(const std::string& path) const {
  const std::scoped_lock lock(mutex_);
  return slots_[path];
}

const ProjectFiles::Slot& ProjectFiles::read_slot(const std::string& path) const {
  Slot& slot = this->slot(path);
  slot.read.run([&] {
    auto read = reader_.read_identified(path);
    if (!read) {
      slot.text = tl::unexpected(read.error());
      return;
    }
    slot.fingerprint = fingerprint_of(path, *read);
    slot.text = std::move(read->text);
  });
  return slot;
}

tl::expected<std::string, ReadError> ProjectFiles::read(const std::string& path) const {
  return read_slot(path).text;
}

std::string ProjectFiles::identity(const std::string& path) const {
  Slot& slot = this->slot(path);
  slot.identified.run([&] { slot.identity = reader_.identity(path); });
  return slot.identity;
}

std::optional<ContentHash> ProjectFiles::fingerprint(const std::string& path) const {
  const Slot& slot = read_slot(path);
  if (!slot.text) return std::nullopt;
  return slot.fingerprint;
}

std::string AskedFiles::identity(const std::string& path) const {
  if (path == main_) return main_identity_;
  if (known_.insert(path).second) paths_.push_back(path);
  return files_.identity(path);
}

}  // namespace ishi::compiler
