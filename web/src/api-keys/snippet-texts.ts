export type Tool = 'curl' | 'QGIS' | 'pystac-client' | 'GDAL';
export type Snippet = { readonly tool: Tool; readonly intro: string; readonly code: string };

type Service = { readonly url: string; readonly vendor: string; readonly key: string };

/** How the common tools of the field are told the key. */
export function snippetsFor({ url, vendor, key }: Service): readonly Snippet[] {
  const header = `${vendor}-api-key`;
  return [
    {
      tool: 'curl',
      intro: 'Who am I, and what is in the archive?',
      code: `curl -H "${header}: ${key}" "${url}/auth/self"\ncurl -H "${header}: ${key}" "${url}/search?limit=10"`,
    },
    {
      tool: 'QGIS',
      intro:
        'QGIS 3.42 or newer: Browser panel, STAC, New STAC Connection. Authentication: a new “API Header” configuration.',
      code: `URL           ${url}\nHeader key    ${header}\nHeader value  ${key}`,
    },
    {
      tool: 'pystac-client',
      intro: 'pip install pystac-client',
      code: [
        'from pystac_client import Client',
        '',
        `catalog = Client.open("${url}", headers={"${header}": "${key}"})`,
        'for item in catalog.search(max_items=10).items():',
        '    print(item.id, item.datetime)',
      ].join('\n'),
    },
    {
      tool: 'GDAL',
      intro: 'Footprints as a vector layer, for ogrinfo, ogr2ogr and everything built on GDAL.',
      code: `export GDAL_HTTP_HEADERS="${header}: ${key}"\nogrinfo -ro -al -so "${url}/search?limit=10"`,
    },
  ];
}
