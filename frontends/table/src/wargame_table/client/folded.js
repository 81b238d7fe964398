// A text for comparison: capitals, quotation marks, dashes, spaces and marks that nobody sees count for nothing. As `wargame_core.names`.

const UNSEEN = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const PLAIN = [
  [/[\u2018\u2019\u201a\u201b\u02bc\u02b9\u2032\u00b4`\uff07]/g, "'"],
  [/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02]/g, '"'],
  [/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, "-"],
];

export function folded(text) {
  const plainText = PLAIN.reduce((textSoFar, [signs, sign]) => textSoFar.replace(signs, sign), text.replace(UNSEEN, ""));
  return plainText.normalize("NFC").replace(/[\s\u001c-\u001f\u0085]+/g, " ").trim().toLowerCase();
}
