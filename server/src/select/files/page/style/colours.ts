export const colours = `
:root {
  color-scheme: light dark;
  --font: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'Liberation Mono', monospace;
  --ground: #f5f7f6; --surface: #ffffff; --sunk: #eef2f1; --hatch: #e7edeb;
  --text: #15201e; --text-muted: #566460; --line: #dce3e1;
  --accent: #0f6b5c; --accent-soft: #e0f1ed; --accent-text: #ffffff;
  --warning: #7a4d00; --warning-soft: #fdf1d8; --focus: #0b62d6;
  --age-fresh: #0f6b5c; --age-standard: #6fb3a5; --age-training: #b9c7c3;
  --map: #f0f3f2; --map-grid: #d5dedb; --cell-line: rgb(15 107 92 / 55%); --empty-line: #a9b8b3; --aoi: #15201e; --seam: rgb(255 255 255 / 70%); --gap: #b3261e;
  --shadow: 0 1px 2px rgb(16 32 28 / 6%), 0 8px 24px rgb(16 32 28 / 7%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0e1413; --surface: #161e1c; --sunk: #0f1615; --hatch: #141d1b;
    --text: #e5ecea; --text-muted: #9daba7; --line: #28332f;
    --accent: #5fcbb3; --accent-soft: #15332d; --accent-text: #06201b;
    --warning: #f2c46d; --warning-soft: #33270f; --focus: #7fb6ff;
    --age-fresh: #5fcbb3; --age-standard: #3a7f71; --age-training: #44524e;
    --map: #121a18; --map-grid: #26312e; --cell-line: rgb(95 203 179 / 45%); --empty-line: #4a5854; --aoi: #f4f8f7; --seam: rgb(0 0 0 / 60%); --gap: #ff9b92;
    --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 10px 30px rgb(0 0 0 / 35%);
  }
}
`;
