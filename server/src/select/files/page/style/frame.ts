/** The page around map, panel and table. */
export const frame = `
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 var(--font); color: var(--text); background: var(--ground); -webkit-text-size-adjust: 100%; }
h1, h2, h3, p, dl, dd, ul, ol, pre, figure { margin: 0; padding: 0; }
h2 { font-size: 1rem; font-weight: 650; }
code, pre { font-family: var(--mono); font-size: .92em; }
button, select, input { font: inherit; color: inherit; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.top, main, footer { width: min(100% - 2.5rem, 84rem); margin-inline: auto; }
.top { padding-top: 1.75rem; }
.brand { display: flex; align-items: center; gap: .55rem; font-weight: 650; letter-spacing: -.01em; color: var(--text-muted); }
.mark { fill: #0f6b5c; }
.mark-lines { fill: #e8fff9; }
h1 { margin-top: 1.1rem; font-size: clamp(1.5rem, 1.2rem + 1.4vw, 2.1rem); line-height: 1.2; font-weight: 650; letter-spacing: -.02em; text-wrap: balance; overflow-wrap: anywhere; }
.facts { display: flex; flex-wrap: wrap; gap: .15rem 1.5rem; margin-top: .5rem; color: var(--text-muted); }
.facts time { font-variant-numeric: tabular-nums; white-space: nowrap; }
main { display: grid; gap: 1.25rem; padding-block: 1.5rem 2rem; }
main > *, .work > * { min-width: 0; }
.warnings { padding: .85rem 1.1rem; color: var(--warning); background: var(--warning-soft); border-radius: .6rem; }
.warnings ul { padding-left: 1.1rem; }
.warnings li { overflow-wrap: anywhere; }
.numbers, .cover, .acquisitions, .request { background: var(--surface); border: 1px solid var(--line); border-radius: .875rem; box-shadow: var(--shadow); }
.numbers dl { display: grid; grid-template-columns: repeat(3, 1fr) 1.4fr; }
.numbers dl > div { padding: 1.1rem 1.35rem 1.2rem; }
.numbers dl > div + div { border-left: 1px solid var(--line); }
.numbers dt { color: var(--text-muted); font-size: .87rem; }
.value { margin-top: .1rem; font-size: 1.85rem; line-height: 1.25; font-weight: 600; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.value small { font-size: 1rem; font-weight: 500; letter-spacing: 0; color: var(--text-muted); }
.note { color: var(--text-muted); font-size: .87rem; }
.ages { display: block; width: 100%; height: 8px; margin: .35rem 0 .5rem; border-radius: 4px; background: var(--sunk); }
.age-fresh { fill: var(--age-fresh); background: var(--age-fresh); }
.age-standard { fill: var(--age-standard); background: var(--age-standard); }
.age-training { fill: var(--age-training); background: var(--age-training); }
.age { display: inline-flex; align-items: center; gap: .35rem; margin-right: 1rem; white-space: nowrap; }
.age b { color: var(--text); font-weight: 600; font-variant-numeric: tabular-nums; }
.dot { width: .6rem; height: .6rem; border-radius: 50%; }
.cover { padding: 1rem 1.35rem; }
.cover p { margin-top: .2rem; }
.cover .ids { display: flex; flex-wrap: wrap; gap: .35rem; margin-top: .55rem; max-height: 8rem; overflow: auto; }
.cover .ids code { padding: .1rem .5rem; background: var(--sunk); border-radius: .35rem; overflow-wrap: anywhere; }
.request { padding: .85rem 1.35rem; }
.request summary { cursor: pointer; font-weight: 600; }
.request pre { margin-top: .75rem; padding: .9rem 1rem; max-height: 24rem; overflow: auto; background: var(--sunk); border-radius: .5rem; }
footer { padding-bottom: 2.5rem; color: var(--text-muted); font-size: .87rem; max-width: 84rem; }
footer p { max-width: 46rem; }
@media (max-width: 62rem) {
  .numbers dl { grid-template-columns: 1fr 1fr; }
  .numbers dl > div:nth-child(odd) { border-left: 0; }
  .numbers dl > div:nth-child(n + 3) { border-top: 1px solid var(--line); }
}
@media (max-width: 34rem) {
  .top, main, footer { width: calc(100% - 2rem); }
  .numbers dl > div { padding: .85rem 1rem; }
  .numbers dl > div:nth-child(3) { grid-column: 1 / -1; }
  .numbers dl > .by-age { grid-column: 1 / -1; border-left: 0; }
  .value { font-size: 1.5rem; }
}
@media print { .zoom, .legend label, .cell-steps button { display: none; } }
`;
