// Instances of templates that many sources use, and uses of functions that many sources call: where nothing
// is optimised, precompiled.cmake has their code generated once, in place of once a source. Nobody includes
// this file by name. It declares nothing that another file may use.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

template class std::vector<bool>;
template class std::vector<char>;
template class std::vector<double>;
template class std::vector<int>;
template class std::vector<nlohmann::json>;
template class std::vector<std::size_t>;
template class std::vector<std::string>;
template class std::map<std::string, nlohmann::json, std::less<>>;
template class std::map<std::string, std::string>;
template class std::set<std::string>;
template class std::optional<int>;
template class std::optional<nlohmann::json>;
template class std::optional<std::string>;
template class std::function<void()>;
template class nlohmann::basic_json<>;
template class nlohmann::detail::json_ref<nlohmann::json>;
template class nlohmann::detail::serializer<nlohmann::json>;
template class nlohmann::detail::lexer<nlohmann::json, nlohmann::detail::iterator_input_adapter<const char*>>;

namespace precompiled {

inline void write(nlohmann::json& json, std::string& text, const std::vector<std::string>& texts) {
  json = nlohmann::json{{"text", text}, {"int", 1},       {"size", text.size()},
                        {"real", 0.5},  {"texts", texts}, {"bool", true}};
  json["view"] = std::string_view(text);
  json[text] = std::move(json);
  json["int"] = std::int64_t{1};
  json["int"] = 1;
  json["size"] = std::uint64_t{1};
  json["real"] = 0.5;
  json["bool"] = true;
  json["null"] = nullptr;
  json["text"] = "text";
  json["text"] = text;
  json["text"] = std::move(text);
  json["texts"] = texts;
  json.push_back({{"text", text}});
  json.push_back(nlohmann::json::array({1, text}));
  json.emplace("text", text);
  json.emplace_back(text);
  json.update(json);
  json.erase("text");
}

inline void read(nlohmann::json& json, std::string& text) {
  json = nlohmann::json::parse(text);
  json = nlohmann::json::parse(std::string_view(text), nullptr, false);
  text = json.at("text").get<std::string>() + json.at(text).dump() + json.value("text", text) +
         json.value("text", "");
  text += json["text"].get_ref<const std::string&>();
  for (const auto& [key, value] : json.items()) {
    text += key + value.dump(2);
  }
  for (const auto& element : json) {
    text +=
        element == json || element != nlohmann::json("text") || element == "text" || element == 1 ? "1" : "";
  }
  const auto numbers = json.get<int>() + json.get<double>() + json.value("int", 1) + json.value("real", 0.5);
  const auto sizes = json.get<std::size_t>() + json.get<std::uint64_t>() + json.value("size", std::size_t{1});
  const bool all = json.get<bool>() && json.value("bool", true) && json.contains("text") &&
                   json.find("text") != json.end();
  text += std::to_string(numbers) + std::to_string(sizes) + std::to_string(json.get<std::int64_t>()) +
          (all ? "1" : "");
  text += json.get<std::vector<std::string>>().front();
}

inline void call(std::string& text, std::vector<std::string>& texts, const std::filesystem::path& path) {
  text = "a" + text + "b" + path.string() + std::to_string(texts.size()) + 'c';
  texts.insert(texts.end(), texts.begin(), texts.end());
  texts = {text, "text", std::string(std::string_view(text))};
  std::sort(texts.begin(), texts.end());
  std::ranges::sort(texts);
  if (std::ranges::find(texts, text) != texts.end() && path / text == path) {
    texts.emplace_back(text.substr(1));
  }
}

#ifdef SPDLOG_H
inline void log(const std::string& text) {
  spdlog::info("{}", text);
  spdlog::warn("{} {}", text, text.size());
  spdlog::error("{}: {}", text, 1);
}
#endif

#ifdef GOOGLEMOCK_INCLUDE_GMOCK_GMOCK_H_
inline void expect(const std::string& text, const std::vector<std::string>& texts, const nlohmann::json& json,
                   double real) {
  using namespace testing;
  EXPECT_EQ(text, "text") << text;
  EXPECT_EQ(text, text);
  EXPECT_EQ(texts, texts);
  EXPECT_EQ(texts.size(), 1U);
  EXPECT_EQ(texts.size(), texts.size());
  EXPECT_EQ(json, json);
  EXPECT_EQ(json["int"], 1);
  EXPECT_EQ(json["text"], "text");
  EXPECT_EQ(static_cast<int>(real), 1);
  EXPECT_EQ(real, 0.5);
  EXPECT_TRUE(texts.empty()) << json;
  EXPECT_FALSE(text.empty()) << "text";
  EXPECT_GT(texts.size(), 1U);
  EXPECT_LT(real, real);
  EXPECT_NEAR(real, 0.5, 0.5);
  EXPECT_THAT(text, HasSubstr("text"));
  EXPECT_THAT(text, AllOf(HasSubstr("text"), Not(HasSubstr("text"))));
  EXPECT_THAT(text, StartsWith("text"));
  EXPECT_THAT(texts, IsEmpty());
  EXPECT_THAT(texts, SizeIs(1));
  EXPECT_THAT(texts, ElementsAre("text"));
  EXPECT_THAT(texts, ElementsAre("text", "text"));
  EXPECT_THAT(texts, ElementsAre("text", "text", "text"));
  EXPECT_THAT(texts, ElementsAre(HasSubstr("text")));
  EXPECT_THAT(texts, Contains("text"));
  EXPECT_THAT(texts, Contains(HasSubstr("text")));
  EXPECT_THROW(throw std::runtime_error("text"), std::runtime_error);
}
#endif

}  // namespace precompiled
