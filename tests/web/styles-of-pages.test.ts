import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../web/src', import.meta.url));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Also what it loads later: the map of a page belongs to it. */
const importsOf = (file: string): readonly string[] =>
  [...textOf(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((found) => join(dirname(file), found[1]!));

function withImports(page: string): readonly string[] {
  const found = new Set([page]);
  for (const file of found)
    if (/\.tsx?$/.test(file))
      for (const imported of importsOf(file)) if (existsSync(join(root, imported))) found.add(imported);
  return [...found];
}

/** The classes that elements are given; those that are put together of a variable are not seen. */
function classesIn(file: string): readonly string[] {
  const given = [...textOf(file).matchAll(/className=(?:"([^"]*)"|\{([^\n]*))/g)];
  const words = given.map(([, plain, code = '']) => plain ?? [...code.matchAll(/['"`]([^'"`]*)/g)].join(' '));
  return words.join(' ').split(/[^\w-]+/);
}

const doors = [
  'sign-in/sign-in-page',
  'sign-in/welcome-page',
  'passwords/set-password-page',
  'passwords/request-reset-page',
];
const pages = [
  ...[...textOf('shell/pages.tsx').matchAll(/'\.\.\/([^']+-page)\.tsx'/g)].map((found) => found[1]!),
  'shell/home-page',
  ...doors,
].map((name) => {
  const files = withImports(`${name}.tsx`);
  return {
    name: basename(name),
    styles: new Set(files.filter((file) => file.endsWith('.css'))),
    classes: new Set(files.filter((file) => file.endsWith('.tsx')).flatMap(classesIn)),
  };
});

/** Each with the classes that an element, and those around it, must have. */
function selectorsOf(style: string): readonly (readonly [selector: string, classes: readonly string[]])[] {
  const rules = [
    ...textOf(style)
      .replaceAll(/\/\*[^]*?\*\//g, '')
      .matchAll(/([^{}]+)\{/g),
  ];
  return rules
    .flatMap((rule) => rule[1]!.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim())
    .filter((selector) => !selector.startsWith('@'))
    .map((selector) => [selector, [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map((found) => found[1]!)]);
}

test('a page looks the same whichever pages were open before: styles that come later touch the pages that bring them alone', () => {
  const later = [...new Set(pages.flatMap(({ styles }) => [...styles]))];
  expect(later.length).toBeGreaterThan(5);
  const leaks = later.flatMap((style) =>
    selectorsOf(style).flatMap(([selector, classes]) =>
      pages
        .filter((page) => !page.styles.has(style) && classes.every((name) => page.classes.has(name)))
        .map((page) => `${basename(style)}: ${selector} on ${page.name}`),
    ),
  );
  expect(leaks).toEqual([]);
});
