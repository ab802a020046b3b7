export const panelStyle = `
.panel { display: flex; flex-direction: column; min-height: 0; border-left: 1px solid var(--line); }
.panel-head { padding: .85rem 1.1rem; border-bottom: 1px solid var(--line); }
.panel-head label { font-size: .87rem; color: var(--text-muted); }
.panel.nothing .panel-head { display: none; }
.cell-steps { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: .4rem; margin-top: .2rem; }
.cell-steps button, .cell-steps select { height: 2.4rem; background: var(--surface); border: 1px solid var(--line); border-radius: .5rem; cursor: pointer; }
.cell-steps button { width: 2.4rem; padding: 0; font-size: 1.2rem; line-height: 1; }
.cell-steps button:hover { background: var(--sunk); }
.cell-steps select { padding: 0 .4rem; font-size: .9rem; font-variant-numeric: tabular-nums; }
#tiles:focus-visible { outline-offset: -3px; }
#tiles { flex: 1; min-height: 0; padding: 1rem 1.1rem 1.25rem; overflow: auto; }
.cell-title { font-family: var(--mono); font-size: .95rem; font-weight: 600; }
.quiet { color: var(--text-muted); font-size: .9rem; }
.empty { padding: 1.5rem .25rem; }
.empty p { margin-top: .35rem; color: var(--text-muted); }
.cards { display: grid; gap: 1rem; margin-top: .8rem; list-style: none; }
.card { position: relative; border: 1px solid var(--line); border-radius: .7rem; overflow: hidden; break-inside: avoid; }
.thumbnail { display: block; width: 100%; height: auto; aspect-ratio: 1; background: repeating-linear-gradient(135deg, var(--sunk) 0 .35rem, var(--hatch) .35rem .7rem); object-fit: contain; }
.thumbnail.none { display: grid; place-items: center; aspect-ratio: 16 / 5; color: var(--text-muted); font-size: .84rem; background: var(--sunk); }
.card-text { padding: .7rem .9rem .8rem; border-top: 1px solid var(--line); }
.card h3 { font: 600 .88rem/1.35 var(--mono); overflow-wrap: anywhere; }
.card-when { display: flex; flex-wrap: wrap; gap: 0 .6rem; font-size: .87rem; color: var(--text-muted); }
.card-when b { font-weight: 600; color: var(--text); font-variant-numeric: tabular-nums; }
.card .best { position: absolute; top: .6rem; left: .6rem; padding: .05rem .6rem; font-size: .84rem; font-weight: 600; color: var(--accent-text); background: var(--accent); border-radius: 1rem; box-shadow: var(--shadow); }
.card-facts { display: grid; grid-template-columns: 1fr 1fr; gap: .1rem 1.4rem; margin-top: .4rem; font-size: .84rem; line-height: 1.45; }
.card-facts > div { display: flex; justify-content: space-between; gap: .4rem; }
.card-facts dt { color: var(--text-muted); white-space: nowrap; }
.card-facts dd { font-variant-numeric: tabular-nums; white-space: nowrap; }
@media (max-width: 62rem) {
  .panel { border-left: 0; border-top: 1px solid var(--line); }
  .cell-steps select { font-size: .85rem; padding: 0 .2rem; }
  .cards { align-items: start; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); }
  #tiles { overflow: visible; }
}
`;
