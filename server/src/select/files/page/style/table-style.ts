export const tableStyle = `
.acquisitions { padding: 1.1rem 0 .35rem; }
.acquisitions h2 { padding-inline: 1.35rem; }
.table { margin-top: .6rem; max-height: 32rem; overflow: auto; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th, td { padding: .5rem .9rem; text-align: left; white-space: nowrap; border-top: 1px solid var(--line); font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { padding-left: 1.35rem; }
th:last-child, td:last-child { padding-right: 1.35rem; }
.n { text-align: right; }
thead th { position: sticky; top: 0; font-weight: 500; color: var(--text-muted); background: var(--surface); border-top: 0; box-shadow: inset 0 -1px var(--line); }
tbody tr:first-child > * { border-top: 0; }
tbody tr:hover > * { background: var(--sunk); }
tfoot th, tfoot td { position: sticky; bottom: 0; font-weight: 600; background: var(--surface); box-shadow: inset 0 1px var(--line); border-top: 0; }
.mark-acquisition { padding: .1rem .35rem; margin: -.1rem -.35rem; font: 500 .86rem/1.6 var(--mono); color: var(--accent); background: none; border: 0; border-radius: .35rem; cursor: pointer; text-align: left; white-space: normal; overflow-wrap: anywhere; width: max-content; max-width: 22rem; }
.mark-acquisition:hover { text-decoration: underline; }
.mark-acquisition[aria-pressed='true'] { color: var(--accent-text); background: var(--accent); }
`;
