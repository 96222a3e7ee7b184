#include "referee/collect/yaml_tree.h"

#include <yaml.h>

#include <map>
#include <new>
#include <stdexcept>

#include "referee/base/text.h"

namespace referee::collect {
namespace {

constexpr int kMaxDepth = 100;

/// An event of libyaml, freed by the destructor.
class YamlEvent {
 public:
  YamlEvent() = default;
  ~YamlEvent() { ::yaml_event_delete(&event_); }
  YamlEvent(const YamlEvent&) = delete;
  YamlEvent& operator=(const YamlEvent&) = delete;

  ::yaml_event_t* get() { return &event_; }
  ::yaml_event_type_t type() const { return event_.type; }
  const ::yaml_event_t& raw() const { return event_; }

 private:
  ::yaml_event_t event_{};
};

std::string text_of(const ::yaml_char_t* text) {
  return text == nullptr ? "" : std::string(reinterpret_cast<const char*>(text));
}

class YamlReader {
 public:
  YamlReader(std::string_view text, const std::string& file) : file_(file) {
    if (::yaml_parser_initialize(&parser_) == 0) {
      throw std::bad_alloc();
    }
    ::yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    ::yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()),
                                   text.size());
  }
  ~YamlReader() { ::yaml_parser_delete(&parser_); }
  YamlReader(const YamlReader&) = delete;
  YamlReader& operator=(const YamlReader&) = delete;

  std::shared_ptr<const YamlNode> read() {
    while (true) {
      YamlEvent event;
      next(event);
      if (event.type() == YAML_STREAM_END_EVENT) {
        return std::make_shared<YamlNode>();
      }
      if (event.type() != YAML_STREAM_START_EVENT && event.type() != YAML_DOCUMENT_START_EVENT) {
        return node(event, 0);
      }
    }
  }

 private:
  [[noreturn]] void refuse(std::size_t line, const std::string& why) const {
    throw std::invalid_argument(file_ + ": line " + std::to_string(line) + ": " + why);
  }

  void next(YamlEvent& event) {
    if (::yaml_parser_parse(&parser_, event.get()) == 0) {
      const bool has_mark = parser_.error == YAML_SCANNER_ERROR || parser_.error == YAML_PARSER_ERROR;
      refuse(
          (has_mark ? parser_.problem_mark.line : parser_.mark.line) + 1,
          std::string("not YAML: ") + (parser_.problem == nullptr ? "it cannot be read" : parser_.problem));
    }
  }

  /// The value that `event` begins.
  std::shared_ptr<const YamlNode> node(const YamlEvent& event, int depth) {
    const ::yaml_event_t& raw = event.raw();
    const std::size_t line = raw.start_mark.line + 1;
    if (depth > kMaxDepth) {
      refuse(line, "nested too deep, expected at most " + std::to_string(kMaxDepth));
    }
    switch (raw.type) {
      case YAML_ALIAS_EVENT:
        return anchored(text_of(raw.data.alias.anchor), line);
      case YAML_SCALAR_EVENT: {
        auto made = std::make_shared<YamlNode>();
        made->line = line;
        made->text.assign(reinterpret_cast<const char*>(raw.data.scalar.value), raw.data.scalar.length);
        return keep(text_of(raw.data.scalar.anchor), std::move(made));
      }
      case YAML_SEQUENCE_START_EVENT:
        return keep(text_of(raw.data.sequence_start.anchor), list(line, depth));
      case YAML_MAPPING_START_EVENT:
        return keep(text_of(raw.data.mapping_start.anchor), map(line, depth));
      case YAML_NO_EVENT:
      case YAML_STREAM_START_EVENT:
      case YAML_STREAM_END_EVENT:
      case YAML_DOCUMENT_START_EVENT:
      case YAML_DOCUMENT_END_EVENT:
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT:
        break;
    }
    refuse(line, "not YAML: a value is missing");
  }

  std::shared_ptr<YamlNode> list(std::size_t line, int depth) {
    auto made = std::make_shared<YamlNode>();
    made->kind = YamlNode::Kind::list;
    made->line = line;
    while (true) {
      YamlEvent event;
      next(event);
      if (event.type() == YAML_SEQUENCE_END_EVENT) {
        return made;
      }
      made->items.push_back(node(event, depth + 1));
    }
  }

  std::shared_ptr<YamlNode> map(std::size_t line, int depth) {
    auto made = std::make_shared<YamlNode>();
    made->kind = YamlNode::Kind::map;
    made->line = line;
    while (true) {
      YamlEvent key;
      next(key);
      if (key.type() == YAML_MAPPING_END_EVENT) {
        return made;
      }
      const auto name = node(key, depth + 1);
      YamlEvent value;
      next(value);
      auto member = node(value, depth + 1);
      if (name->kind == YamlNode::Kind::scalar) {
        made->members.emplace_back(name->text, std::move(member));
      }
    }
  }

  std::shared_ptr<const YamlNode> keep(const std::string& anchor, std::shared_ptr<YamlNode> made) {
    if (!anchor.empty()) {
      anchors_[anchor] = made;
    }
    return made;
  }

  std::shared_ptr<const YamlNode> anchored(const std::string& anchor, std::size_t line) const {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) {
      refuse(line, "alias *" + printable(anchor, kShownText) + " stands for nothing that ends before it");
    }
    return found->second;
  }

  const std::string& file_;
  ::yaml_parser_t parser_{};
  std::map<std::string, std::shared_ptr<const YamlNode>> anchors_;
};

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  for (const auto& [name, value] : members) {
    if (name == key) {
      return value.get();
    }
  }
  return nullptr;
}

std::shared_ptr<const YamlNode> read_yaml(std::string_view text, const std::string& file) {
  return YamlReader(text, file).read();
}

}  // namespace referee::collect
