// What the pages say, in the language of the reader: the phrases of a language stand in a file of their own, those of English in
// phrases_en.js. What a game says of itself comes from the server, in the language of its authors.

import { PHRASES as ENGLISH } from "./phrases_en.js";

/** The languages of the files here, by their tags. */
export const LANGUAGES = ["en"];
const KEPT = "wargame-language";
/** @typedef {keyof typeof ENGLISH} PhraseName */
/** @typedef {Partial<Record<PhraseName, string | Record<string, string>>>} Phrases */

/** The language that is spoken. @type {{ tag: string, phrases: Phrases }} */
const spoken = { tag: "en", phrases: ENGLISH };

/** The tag of the language that is spoken. */
export const language = () => spoken.tag;

/** A phrase with its fields filled in; in English where its language does not have it. @param {PhraseName} name @param {Record<string, string | number>} fields */
export function phrase(name, fields = {}) {
  const ownPhrase = spoken.phrases[name];
  const forms = ownPhrase ?? ENGLISH[name];
  const text = typeof forms === "string" ? forms : forms[new Intl.PluralRules(ownPhrase ? spoken.tag : "en").select(Number(fields.count))] ?? forms.other;
  return text.replace(/\{(\w+)\}/g, (_, field) => String(fields[field]));
}

/** "Ann, Bob and Cy". @param {string[]} names */
export function listedNames(names) {
  return new Intl.ListFormat(spoken.tag === "en" ? "en-GB" : spoken.tag).format(names); // American English puts one more comma
}

/** "Ann against Bob". @param {string[]} names */
export function opposed(names) {
  return names.reduce((oneSide, otherSide) => phrase("against", { one: oneSide, other: otherSide }));
}

/** Speak the first of these languages that there is a file for, where there is one. What is shown already stays as it is. @param {string[]} wantedLanguages */
export async function speak(...wantedLanguages) {
  const tag = wantedLanguages.flatMap((language) => [language, language.split("-")[0]]).find((language) => LANGUAGES.includes(language)) ?? spoken.tag;
  if (tag !== spoken.tag) Object.assign(spoken, { tag, phrases: tag === "en" ? ENGLISH : (await import(`./phrases_${tag}.js`)).PHRASES });
}

/** Speak what the reader of this page reads, and fill in its headings: `?lang=` of the address, kept for later visits, else what the browser is set to. */
export async function speakToReader() {
  const languageAsked = new URLSearchParams(location.search).get("lang");
  if (languageAsked) localStorage.setItem(KEPT, languageAsked);
  await speak(...[languageAsked ?? localStorage.getItem(KEPT) ?? ""], ...navigator.languages);
  document.documentElement.lang = spoken.tag;
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-phrase]"))) element.textContent = phrase(/** @type {PhraseName} */ (element.dataset.phrase));
}
