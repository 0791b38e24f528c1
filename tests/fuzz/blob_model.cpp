#include "blob_model.h"

#include <flatbuffers/reflection.h>

#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <string_view>

#include "fail.h"

namespace ishi::fuzzing {
namespace {

using flatbuffers::FlatBufferBuilder;
using reflection::BaseType;
using reflection::Field;
using reflection::Object;
using reflection::Schema;

const Schema& format() {
  static const std::string bytes = [] {
    std::ifstream file(ISHI_BLOB_FORMAT, std::ios::binary);
    return std::string((std::istreambuf_iterator<char>(file)), {});
  }();
  require(!bytes.empty(), "the blob's format cannot be read");
  return *reflection::GetSchema(bytes.data());
}

// The fields of a table as the schema has them.
std::vector<const Field*> fields_of(const Object& table) {
  std::vector<const Field*> fields(table.fields()->size());
  for (const Field* field : *table.fields()) fields[field->id()] = field;
  return fields;
}

const Object& object_of(const reflection::Type& type) {
  return *format().objects()->Get(static_cast<uint32_t>(type.index()));
}

bool is_range(const Object& object) {
  const std::string_view name = object.name()->string_view();
  return name.ends_with(".Range");
}

bool holds_numbers(const Field& field) {
  if (field.type()->base_type() != BaseType::Vector) return false;
  return field.type()->element() != BaseType::String;
}

void add_leaves(const Object& object, const std::string& prefix, size_t offset, std::vector<Leaf>& leaves) {
  for (const Field* field : *object.fields()) {
    const std::string name = prefix + field->name()->str();
    const size_t place = offset + field->offset();
    const auto& type = *field->type();
    if (type.base_type() == BaseType::Obj) {
      add_leaves(object_of(type), name + '.', place, leaves);
    } else if (type.base_type() == BaseType::Array) {
      const size_t size = flatbuffers::GetTypeSize(type.element());
      for (uint16_t i = 0; i < type.fixed_length(); ++i) leaves.push_back({name, place + i * size, size});
    } else {
      leaves.push_back({name, place, flatbuffers::GetTypeSize(type.base_type())});
    }
  }
}

BlobVector shape_of(const Field& field) {
  BlobVector vector;
  vector.name = field.name()->str();
  const auto& type = *field.type();
  if (type.element() == BaseType::Obj) {
    const Object& object = object_of(type);
    vector.element_size = static_cast<size_t>(object.bytesize());
    vector.alignment = static_cast<size_t>(object.minalign());
    add_leaves(object, "", 0, vector.leaves);
  } else {
    vector.element_size = flatbuffers::GetTypeSize(type.element());
    vector.alignment = vector.element_size;
    vector.leaves.push_back({"", 0, vector.element_size});
  }
  return vector;
}

void read_bytes(const flatbuffers::Table& table, const Field& field, BlobVector& vector) {
  const auto* const data = table.GetPointer<const flatbuffers::VectorOfAny*>(field.offset());
  if (data == nullptr) return;
  vector.bytes.assign(data->Data(), data->Data() + data->size() * vector.element_size);
}

// "fields" of an event are in `event_fields`, those of a steering's parts in `steering_behaviours`.
size_t target_of(std::string_view owner, std::string_view range, const std::vector<BlobVector>& vectors) {
  const auto find = [&](std::string_view name) {
    for (size_t i = 0; i < vectors.size(); ++i) {
      if (vectors[i].name == name) return i;
    }
    return kNoTarget;
  };
  const std::string one(owner.substr(0, owner.size() - 1));
  for (const std::string& name : {one + "_" + std::string(range), std::string(range)}) {
    if (const size_t found = find(name); found != kNoTarget) return found;
  }
  if (range == "program") return find("operations");
  for (size_t i = 0; i < vectors.size(); ++i) {
    if (vectors[i].name.ends_with("_" + std::string(range))) return i;
  }
  return kNoTarget;
}

void find_ranges(const Field& field, BlobVector& vector, const std::vector<BlobVector>& vectors) {
  if (field.type()->element() != BaseType::Obj) return;
  for (const Field* part : *object_of(*field.type()).fields()) {
    if (part->type()->base_type() == BaseType::Obj && is_range(object_of(*part->type())))
      vector.ranges.push_back({part->offset(), target_of(vector.name, part->name()->string_view(), vectors)});
  }
}

const Object& debug_table() {
  const Field* const debug = format().root_table()->fields()->LookupByKey("debug");
  return object_of(*debug->type());
}

flatbuffers::uoffset_t write_vector(FlatBufferBuilder& builder, const BlobVector& vector) {
  builder.StartVector(vector.bytes.size() / vector.alignment, vector.alignment);
  builder.PushBytes(vector.bytes.data(), vector.bytes.size());
  return builder.EndVector(vector.count());
}

using Offsets = std::vector<std::pair<flatbuffers::voffset_t, flatbuffers::uoffset_t>>;

void add_offsets(FlatBufferBuilder& builder, const Offsets& offsets) {
  for (const auto& [field, offset] : offsets) builder.AddOffset(field, flatbuffers::Offset<void>(offset));
}

void add_scalar(FlatBufferBuilder& builder, const Field& field, uint64_t value) {
  switch (flatbuffers::GetTypeSize(field.type()->base_type())) {
    case 1: builder.AddElement<uint8_t>(field.offset(), static_cast<uint8_t>(value)); break;
    case 4: builder.AddElement<uint32_t>(field.offset(), static_cast<uint32_t>(value)); break;
    case 8: builder.AddElement<uint64_t>(field.offset(), value); break;
    default: fail("a number of the root of an unexpected size");
  }
}

}  // namespace

BlobModel::BlobModel(std::span<const uint8_t> blob) {
  const auto& root = *flatbuffers::GetSizePrefixedRoot<flatbuffers::Table>(blob.data());
  std::vector<const Field*> sources;  // of the vectors
  const auto read_table = [&](const Object& object, const flatbuffers::Table* table) {
    for (const Field* field : fields_of(object)) {
      if (!holds_numbers(*field)) continue;
      BlobVector& vector = vectors_.emplace_back(shape_of(*field));
      sources.push_back(field);
      if (table != nullptr) read_bytes(*table, *field, vector);
    }
  };
  for (const Field* field : fields_of(*format().root_table())) {
    const BaseType type = field->type()->base_type();
    if (type == BaseType::Vector || type == BaseType::Obj) continue;
    scalars_.push_back(static_cast<uint64_t>(flatbuffers::GetAnyFieldI(root, *field)));
  }
  read_table(*format().root_table(), &root);
  const Field* const debug_field = format().root_table()->fields()->LookupByKey("debug");
  const auto* const debug = root.GetPointer<const flatbuffers::Table*>(debug_field->offset());
  has_debug_ = debug != nullptr;
  read_table(debug_table(), debug);
  if (debug != nullptr) {
    const Field* const names = debug_table().fields()->LookupByKey("names");
    using Strings = flatbuffers::Vector<flatbuffers::Offset<flatbuffers::String>>;
    if (const auto* const list = debug->GetPointer<const Strings*>(names->offset())) {
      for (const auto* name : *list) names_.push_back(name->str());
    }
  }
  for (size_t i = 0; i < vectors_.size(); ++i) find_ranges(*sources[i], vectors_[i], vectors_);
}

std::vector<uint8_t> BlobModel::write() const {
  FlatBufferBuilder builder;
  size_t next = 0;
  const auto write_vectors = [&](const Object& object, bool writes) {
    Offsets offsets;
    for (const Field* field : fields_of(object)) {
      if (!holds_numbers(*field)) continue;
      const BlobVector& vector = vectors_[next++];
      if (writes && !vector.bytes.empty())
        offsets.emplace_back(field->offset(), write_vector(builder, vector));
    }
    return offsets;
  };
  Offsets of_root = write_vectors(*format().root_table(), true);
  Offsets of_debug = write_vectors(debug_table(), has_debug_);
  if (has_debug_) {
    const Field* const names = debug_table().fields()->LookupByKey("names");
    of_debug.emplace_back(names->offset(), builder.CreateVectorOfStrings(names_).o);
    const auto start = builder.StartTable();
    add_offsets(builder, of_debug);
    const Field* const debug = format().root_table()->fields()->LookupByKey("debug");
    of_root.emplace_back(debug->offset(), builder.EndTable(start));
  }
  builder.ForceDefaults(true);
  const auto start = builder.StartTable();
  add_offsets(builder, of_root);
  size_t scalar = 0;
  for (const Field* field : fields_of(*format().root_table())) {
    const BaseType type = field->type()->base_type();
    if (type != BaseType::Vector && type != BaseType::Obj) add_scalar(builder, *field, scalars_[scalar++]);
  }
  builder.FinishSizePrefixed(flatbuffers::Offset<flatbuffers::Table>(builder.EndTable(start)), "ISHI");
  return {builder.GetBufferPointer(), builder.GetBufferPointer() + builder.GetSize()};
}

}  // namespace ishi::fuzzing
