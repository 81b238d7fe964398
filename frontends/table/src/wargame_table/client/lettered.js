// A printed sheet in the families of the table: as an image it sees none of the fonts of its page, so it carries them.

const FILES = { "text.woff2": "normal", "text-italic.woff2": "italic" };

/** @type {Promise<string> | undefined} */
let faces;

/** The picture with the fonts in it; as it was where they cannot be had. @param {string} picture */
export async function lettered(picture) {
  faces ??= Promise.all(Object.entries(FILES).map(([file, style]) => face(file, style))).then((rules) => `<style>${rules.join("")}</style>`);
  return picture.replace(/<svg [^>]*>/, `$&${await faces.catch(() => "")}`);
}

async function face(file, style) {
  const answer = await fetch(new URL(file, import.meta.url));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `@font-face{font-family:"Crimson Pro";font-style:${style};src:url(data:font/woff2;base64,${data});size-adjust:111%}`;
}
