"""KML and KMZ as maps of the web write them: folders, placemarks, what is not a place."""

from pathlib import Path

import pytest
from tests.interchange.small_files import archive
from tests.interchange.test_geojson import HEAD

from wargame_core.data.archives import ArchiveError
from wargame_core.data.documents import parse_toml
from wargame_core.errors import DataError
from wargame_workshop.interchange.feature_kinds import FeatureNaming, KindRule
from wargame_workshop.interchange.import_wishes import Wishes, kind_of
from wargame_workshop.interchange.importing import Imported, import_geo
from wargame_workshop.interchange.kml import read_kml
from wargame_workshop.interchange.map_rows import MapRows


def kml(inner: str, head: str = "") -> bytes:
    return f'<?xml version="1.0"?>{head}<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Map</name>{inner}</Document></kml>'.encode()


def placemark(name: str, geometry: str, more: str = "") -> str:
    return f"<Placemark><name>{name}</name>{more}{geometry}</Placemark>"


def point(lon: float, lat: float) -> str:
    return f"<Point><coordinates>\n {lon}, {lat}, 0\n</coordinates></Point>"


def imported(folder: Path, content: bytes, **wishes: object) -> Imported:
    (folder / "map.toml").write_text(HEAD, "utf-8")
    source = folder / "area.kml"
    source.write_bytes(content)
    return import_geo(source, folder, Wishes(**wishes))  # type: ignore[arg-type]


TOWNS = placemark("Ashby", point(-79.85, 39.75), "<description><![CDATA[<b>old</b> & small]]></description>")


def test_the_folder_of_a_placemark_says_what_it_is_and_its_data_are_properties(tmp_path: Path) -> None:
    data = (
        '<ExtendedData><Data name="vp"><value>3</value></Data><Data name="zip"><value>007</value></Data></ExtendedData>'
    )
    schema = '<ExtendedData><SchemaData><SimpleData name="vp">4</SimpleData></SchemaData></ExtendedData>'
    inner = (
        f"<Folder><name>Cities</name>{placemark('Kent', point(-79.45, 39.95), data)}<Folder>{TOWNS}</Folder></Folder>"
    )
    inner += f"<Folder><name>Forts</name>{placemark('Old Fort', point(-79.45, 39.75), schema)}</Folder>"
    done = imported(tmp_path, kml(inner), naming=FeatureNaming("", (KindRule("fort", "folder", "Forts"),)))
    board = MapRows(parse_toml(done.changes[0].merged.text, tmp_path / "map.toml")).reader.map
    assert [(one.name, one.kind, dict(one.values)) for one in board.places] == [
        ("Kent", "city", {"vp": 3}),
        ("Ashby", "city", {}),
        ("Old Fort", "fort", {"vp": 4}),
    ]


def test_a_placemark_of_several_shapes_is_each_of_them(tmp_path: Path) -> None:
    ring = "<LinearRing><coordinates>0,0 1,0 1,1 0,0</coordinates></LinearRing>"
    hole = f"<innerBoundaryIs>{ring}</innerBoundaryIs>"
    polygon = f"<Polygon><outerBoundaryIs>{ring}</outerBoundaryIs>{hole}</Polygon>"
    inner = f"<MultiGeometry>{point(1, 2)}{polygon}<MultiGeometry>{point(3, 4)}</MultiGeometry></MultiGeometry>"
    path = tmp_path / "a.kml"
    path.write_bytes(kml(placemark("Both", inner)))
    shapes = [(one.shape, len(one.parts)) for one in read_kml(path).features]
    assert shapes == [("Point", 2), ("Polygon", 2)]


def test_what_cannot_be_read_is_left_out_with_its_line_and_pictures_are_counted(tmp_path: Path) -> None:
    bad = "<Point><coordinates>here</coordinates></Point>"
    track = "<gx:Track xmlns:gx='x'><gx:coord>1 2 0</gx:coord></gx:Track>"
    overlay = "<GroundOverlay/><GroundOverlay/><NetworkLink/>"
    inner = f"{TOWNS}\n{placemark('Bad', bad)}{placemark('Track', track)}{placemark('Empty', '')}{overlay}"
    done = imported(tmp_path, kml(inner))
    assert [str(problem).partition(": E707 ")[2] for problem in done.left_out] == [
        "placemark 1 \"Bad\": 'here' is no point; a point is longitude,latitude",
        'placemark 2 "Track": a geometry of kind Track; draw it as a line',
        'placemark 3 "Empty": has no geometry; draw it, or take it out of the layer',
    ]
    assert done.left_out[0].line == 4
    assert done.missing == ("2 pictures laid over the ground", "1 links to other files")


def test_an_archive_is_opened_for_the_map_in_it(tmp_path: Path) -> None:
    members: dict[str, str | bytes] = {"files/other.kml": kml(""), "doc.kml": kml(TOWNS), "images/a.png": b"\x89PNG"}
    path = archive(tmp_path / "a.kmz", members)
    assert kind_of(path) == "geo"
    assert [one.properties["name"] for one in read_kml(path).features] == ["Ashby"]
    with pytest.raises(ArchiveError, match="there is no KML in it"):
        read_kml(archive(tmp_path / "b.kmz", {"a.txt": b""}))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (kml(""), "E707 there is no placemark in this file; draw points, lines or areas"),
        (b"<gpx/>", "E707 this is not KML: its first element is <gpx>; export the map as KML or KMZ"),
        (kml(TOWNS, '<!DOCTYPE kml [<!ENTITY a "b">]>'), "E104 not let in: a document type or an entity"),
        (kml(placemark("Bad", "")), 'E707 placemark 0 "Bad": has no geometry'),
        (kml(TOWNS)[:-9], "E103 not XML"),
        (
            kml(placemark("Long", f"<LineString><coordinates>{'1,1,0 ' * 500_001}</coordinates></LineString>")),
            "E104 more",
        ),
    ],
)
def test_a_file_with_nothing_to_read_is_refused_with_what_to_do(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "a.kml"
    path.write_bytes(content)
    with pytest.raises(DataError, match=told):
        read_kml(path)
