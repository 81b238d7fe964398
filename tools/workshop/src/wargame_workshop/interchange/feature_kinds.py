"""Which properties of features say what they are called and what they are, as a designer says or as is well known."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import evolve, frozen

from wargame_core.data import did_you_mean
from wargame_core.errors import DataError, Problem
from wargame_core.limits import quote
from wargame_workshop.interchange.geography import NAMES, Feature, Shape, named

CROSSINGS: Final = ("ferry", "bridge", "ford")
ROADS: Final = ("road", "rail", "pike", "track")
RIVERS: Final = ("river", "creek", "ridge", "wall")
LINES: Final = (*ROADS, *RIVERS, "stream")
"""The kinds of lines."""
ANY: Final = "*"
"""Any value of a property, in a rule."""

_OWN: Final[Mapping[Shape, str]] = {"Point": "kind", "LineString": "kind", "Polygon": "terrain"}
"""The property of ours that says what a feature is."""
_KEYS: Final = (
    "kind",
    "featurecla",
    "fclass",
    "folder",
    "waterway",
    "railway",
    "highway",
    "place",
    "natural",
    "landuse",
)
"""Properties in which programs and public collections say what a feature is."""
_WORDS: Final[Mapping[Shape, Mapping[str, str]]] = {
    "Point": {
        "populated place": "town",
        "admin-0 capital": "city",
        "admin-0 region capital": "city",
        "admin-1 capital": "city",
        "admin-1 region capital": "city",
        **dict.fromkeys(("city", "cities"), "city"),
        **dict.fromkeys(("town", "towns"), "town"),
        **dict.fromkeys(("village", "villages", "hamlet"), "village"),
        **dict.fromkeys(("bridge", "bridges"), "bridge"),
        **dict.fromkeys(("ferry", "ferries"), "ferry"),
        **dict.fromkeys(("ford", "fords"), "ford"),
    },
    "LineString": {
        **dict.fromkeys(("river", "rivers", "river (intermittent)", "lake centerline", "canal", "canals"), "river"),
        **dict.fromkeys(("creek", "creeks"), "creek"),
        **dict.fromkeys(("railroad", "railroads", "railway", "railways", "rail"), "rail"),
        **dict.fromkeys(("road", "roads", "highway", "highways"), "road"),
        **dict.fromkeys(("motorway", "trunk", "primary", "secondary", "tertiary"), "road"),
        **dict.fromkeys(("ridge", "ridges"), "ridge"),
    },
    "Polygon": {
        **dict.fromkeys(("lake", "lakes", "alkaline lake", "reservoir", "water"), "water"),
        **dict.fromkeys(("wood", "woods", "forest", "forests"), "woods"),
        **dict.fromkeys(("swamp", "swamps"), "swamp"),
    },
}
"""What the words in these properties mean, in small letters, where they can mean one thing only."""
_NATURAL_EARTH_CLASS: Final = "featurecla"
"""The property of each feature of Natural Earth, whose numbers say how to draw a feature on a map of the world."""


@frozen
class KindRule:
    """Features whose property ``key`` is ``value`` are of a kind; without a key, all of which nothing else says it."""

    kind: str
    key: str = ""
    value: str = ""

    @classmethod
    def read(cls, text: str) -> "KindRule":
        """The rule that `PROPERTY=VALUE:KIND` or `KIND` writes. Raises ValueError.

        >>> KindRule.read("featurecla=Lake Centerline:river")
        KindRule(kind='river', key='featurecla', value='Lake Centerline')
        """
        rest_of_rule, colon, kind = text.rpartition(":")
        key, mark, value = rest_of_rule.partition("=")
        words = [key.strip(), value.strip(), kind.strip()]
        if not text.isprintable() or not words[2] or (colon and not all(words)) or (not colon and "=" in kind):
            raise ValueError(f"{quote(text)}: write PROPERTY=VALUE:KIND, as in featurecla=River:river, or KIND for all")
        return cls(words[2], words[0], words[1]) if mark else cls(words[2])

    def __str__(self) -> str:
        return f"{self.key}={self.value}:{self.kind}" if self.key else self.kind

    def fits(self, feature: Feature) -> bool:
        """Whether a feature has the property with the value, in small or capital letters."""
        value = property_of(feature, self.key)
        return (value != "" and self.value in (ANY, value)) or value.casefold() == self.value.casefold() != ""


def property_of(feature: Feature, key: str) -> str:
    """The text of a property, whose key is in small or capital letters; "" without it."""
    value = feature.properties.get(key)
    return str(feature.folded.get(key.casefold(), "") if value is None else value).strip()


@frozen
class FeatureNaming:
    """Which property names a feature ("" for the well-known ones), and what makes it which kind."""

    name: str = ""
    rules: tuple[KindRule, ...] = ()

    def applied(self, path: str, features: Sequence[Feature]) -> tuple[tuple[Feature, ...], tuple[str, ...]]:
        """The features with names and kinds, and notes on what was chosen without being told.

        Raises `DataError` (E708) where no feature has a property that a wish names.
        """
        keys = {key for feature in features for key in feature.properties}
        unknown_keys = [
            self._unknown(path, key, keys) for key in (self.name, *(rule.key for rule in self.rules)) if key
        ]
        if problems := [problem for problem in unknown_keys if problem is not None]:
            raise DataError(problems)
        kind_counts: Counter[str] = Counter()
        named_features = tuple(self._known(feature, kind_counts) for feature in features)
        notes = [f"{kind_in_words}: {count:,}" for kind_in_words, count in kind_counts.items()]
        for rule in self.rules:
            if rule.key and not any(map(rule.fits, features)):
                values = ", ".join(sorted({quote(value, 40) for value in _values(features, rule.key)})[:12])
                notes.append(f"no feature fits --kind {rule}; its values are {values}")
        return named_features, tuple(notes)

    def _unknown(self, path: str, key: str, keys: Iterable[str]) -> Problem | None:
        known_keys = sorted(keys)
        if key.casefold() in {word.casefold() for word in known_keys}:
            return None
        hint = did_you_mean(key, known_keys)
        message = f"no feature has the property {key!r} ({', '.join(known_keys[:20]) or 'they have none'})"
        return Problem(path, 1, 1, "E708", message, hint)

    def _known(self, feature: Feature, kind_counts: Counter[str]) -> Feature:
        name = property_of(feature, self.name) if self.name else _well_known_name(feature, kind_counts)
        properties = feature.properties
        if property_of(feature, _NATURAL_EARTH_CLASS):
            numbers = [key for key, value in properties.items() if isinstance(value, (int, float))]
            properties = {key: value for key, value in properties.items() if key not in numbers}
            if numbers and feature.shape == "Point":
                kind_counts[
                    f"places without the numbers that features with {_NATURAL_EARTH_CLASS} have for drawing them"
                ] += 1
        kind = self._kind(feature, kind_counts)
        label = named(feature.called, name)
        return evolve(feature, called=label, name=name, kind=kind, properties=properties)

    def _kind(self, feature: Feature, kind_counts: Counter[str]) -> str:
        """What a rule says, else a property of ours, else a well-known one, else the rule for all."""
        kind_by_rule = next((rule.kind for rule in self.rules if rule.key and rule.fits(feature)), "")
        if kind_by_rule:
            return kind_by_rule
        own_kind = property_of(feature, _OWN[feature.shape])
        words = _WORDS[feature.shape]
        if own_kind and (own_kind in LINES or feature.shape != "LineString") and own_kind.casefold() not in words:
            return own_kind
        for key in _KEYS:
            value = property_of(feature, key)
            if (kind := words.get(value.casefold())) is not None:
                if (key, value) != ("kind", kind):
                    kind_counts[f"read as {kind}, because {key} is {quote(value, 40)}"] += 1
                return kind
        return own_kind or next((rule.kind for rule in self.rules if not rule.key), "")


def _well_known_name(feature: Feature, kind_counts: Counter[str]) -> str:
    for key in NAMES:
        if name := property_of(feature, key):
            if key != "name":
                kind_counts[f"named by the property {key}"] += 1
            return name
    return ""


def _values(features: Iterable[Feature], key: str) -> Iterator[str]:
    return (value for feature in features if (value := property_of(feature, key)))


def how_to_tell(features: Sequence[Feature]) -> str:
    """A hint for features of no kind: an example of `--kind` with a property and a value that they have."""
    kind = "woods" if features[0].shape == "Polygon" else "river"
    for key in (*_KEYS, *{key: None for feature in features for key in feature.properties}):
        values = Counter(_values(features, key))
        if values and (key in _KEYS or len(values) <= max(1, len(features) // 3)):
            value, _ = values.most_common(1)[0]
            return f"say what they are, as in --kind {quote(f'{key}={value[:40]}:{kind}')}"
    return f"say what they are, as in --kind {kind}"


def how_to_name(features: Sequence[Feature]) -> str:
    """A hint for features without names: the properties of text that they have."""
    texts = Counter(
        key for feature in features for key, value in feature.properties.items() if isinstance(value, str) and value
    )
    key_list = ", ".join(key for key, _ in texts.most_common(8))
    return (
        f"say which property is the name, as in --name {next(iter(texts), 'title')} (it has {key_list})"
        if texts
        else ""
    )
