import { expect, test } from 'vitest';
import { createPathMethods } from '../../server/src/http/path-methods.ts';

const methodsOf = createPathMethods([
  { method: 'GET', path: '/' },
  { method: 'GET', path: '/search' },
  { method: 'POST', path: '/search' },
  { method: 'DELETE', path: '/keys/id/:id' },
  { method: 'GET', path: '/files/*' },
  { method: 'GET', path: '/files/special' },
  { method: 'POST', path: '/files/special' },
  { method: 'GET', path: '/openapi.json' },
]);

test.each([
  ['/', ['GET', 'HEAD', 'OPTIONS']],
  ['/search', ['GET', 'POST', 'HEAD', 'OPTIONS']],
  ['/search/', ['GET', 'POST', 'HEAD', 'OPTIONS']],
  ['/keys/id/x', ['DELETE', 'OPTIONS']],
  ['/keys/id/%2F', ['DELETE', 'OPTIONS']],
  ['/files/a/b', ['GET', 'HEAD', 'OPTIONS']],
  ['/files/special', ['GET', 'HEAD', 'OPTIONS', 'POST']],
  ['/openapi.json', ['GET', 'HEAD', 'OPTIONS']],
])('%s answers %j', (path, methods) => {
  expect([...methodsOf(path)].sort()).toEqual([...methods].sort());
});

test.each([
  '/searc',
  '/search/x',
  '/search//',
  '/keys/id',
  '/keys/id/',
  '/keys/id/a/b',
  '/files',
  '/files/',
  '/openapiXjson',
  '/SEARCH',
  'x/search',
])('%j is no path', (path) => expect(methodsOf(path)).toEqual([]));
