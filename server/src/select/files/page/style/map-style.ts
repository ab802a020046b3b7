export const mapStyle = `
.work { display: grid; grid-template-columns: minmax(0, 1fr) 24rem; grid-template-rows: minmax(0, 1fr); height: clamp(30rem, 72vh, 52rem); background: var(--surface); border: 1px solid var(--line); border-radius: .875rem; box-shadow: var(--shadow); overflow: hidden; }
.map-side { display: flex; flex-direction: column; min-height: 0; }
.map { position: relative; flex: 1; min-height: 0; background: var(--map); }
.map:focus-visible { outline-offset: -3px; }
.map canvas { position: absolute; inset: 0; width: 100%; height: 100%; touch-action: none; cursor: grab; }
.map canvas:active { cursor: grabbing; }
.readout { position: absolute; right: .75rem; bottom: .7rem; padding: .1rem .55rem; font: .8rem/1.6 var(--mono); white-space: pre; background: var(--surface); border-radius: .35rem; pointer-events: none; }
.readout:empty { display: none; }
.zoom { position: absolute; top: .75rem; right: .75rem; display: grid; background: var(--surface); border: 1px solid var(--line); border-radius: .6rem; box-shadow: var(--shadow); }
.zoom button { width: 2.5rem; height: 2.5rem; padding: 0; font-size: 1.15rem; line-height: 1; background: none; border: 0; border-radius: .6rem; cursor: pointer; }
.zoom button + button { border-top: 1px solid var(--line); border-radius: 0 0 .6rem .6rem; }
.zoom button:hover { background: var(--sunk); }
.legend { display: flex; flex-wrap: wrap; align-items: center; gap: .35rem 1.25rem; padding: .65rem 1.1rem; color: var(--text-muted); font-size: .87rem; border-top: 1px solid var(--line); }
.legend > span { display: inline-flex; align-items: center; gap: .4rem; }
.legend label { display: inline-flex; align-items: center; gap: .45rem; margin-left: auto; color: var(--text); cursor: pointer; }
.legend input { width: 1.05rem; height: 1.05rem; margin: 0; accent-color: var(--accent); }
.legend .unshown { flex-basis: 100%; }
.key { width: 1rem; height: .8rem; border-radius: 2px; border: 1px solid var(--cell-line); }
.key-aoi { height: 0; border: 0; border-top: 2px solid var(--aoi); border-radius: 0; }
.key-none { border: 1px dashed var(--text-muted); }
.key-few { background: color-mix(in srgb, var(--accent) 22%, transparent); }
.key-many { margin-left: -.25rem; background: color-mix(in srgb, var(--accent) 66%, transparent); }
.key-gap { border: 1px dashed var(--gap); background: color-mix(in srgb, var(--gap) 30%, transparent); }
@media (max-width: 62rem) {
  .work { grid-template-columns: minmax(0, 1fr); grid-template-rows: auto auto; height: auto; }
  .map { flex: none; height: min(26rem, 60vh); }
}
`;
