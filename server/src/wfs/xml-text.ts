// oxlint-disable-next-line no-control-regex -- the characters that XML cannot hold are those looked for
const special = /[&<>"\u0000-\u001f\ud800-\udfff\ufffe\uffff]/;
// oxlint-disable-next-line no-control-regex -- as above; tab and line ends have entities too
const each = /[&<>"\u0000-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Text for an element or an attribute; what XML cannot hold becomes U+FFFD. */
export const xmlText = (text: string): string =>
  special.test(text) ? text.replace(each, (found) => entities[found] ?? '\ufffd') : text;
