"""The look of a rule sheet: on a screen, on a phone, on two printed pages."""

STYLE = """\
:root { color-scheme: light dark; --ink: #1c1c1c; --paper: #fdfdfb; --faint: #55585c;
  --line: #c9ccd0; --warm: #b3122d; --blue: #14519c; --green: #1d6b34; --yellow: #7a5200;
  --shade: #f1f0ea; --card: #ffffff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ececec; --paper: #1b1c1e; --faint: #b4b8bd; --line: #4a4e54; --warm: #ff8a94;
    --blue: #8fbcff; --green: #86d69b; --yellow: #f0c365; --shade: #26282b; --card: #2d3034; }
}
* { box-sizing: border-box; }
html { font: 100%/1.5 "Segoe UI", "Helvetica Neue", "DejaVu Sans", Arial, sans-serif; }
body { margin: 0 auto; padding: 1rem clamp(1rem, 4vw, 3rem) 3rem; max-width: 64rem;
  color: var(--ink); background: var(--paper); overflow-wrap: break-word; }
header { border-bottom: 3px solid var(--ink); margin-bottom: 1rem; }
h1 { font-size: clamp(1.7rem, 5vw, 2.4rem); line-height: 1.15; margin: .5rem 0 0; }
header p { margin: .25rem 0 .75rem; color: var(--faint); }
h2 { font-size: 1.3rem; line-height: 1.25; margin: 1.75rem 0 .5rem;
  border-bottom: 1px solid var(--line); padding-bottom: .2rem; }
h3 { font-size: 1.05rem; margin: 1rem 0 .25rem; }
p { margin: .4rem 0; }
ul, ol { margin: .3rem 0; padding-left: 1.4rem; }
li { margin: .25rem 0; }
.kinds { display: grid; gap: 0 2rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); }
.kinds > section { min-width: 0; }
.table { overflow-x: auto; margin: .75rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
.small table { width: auto; min-width: min(100%, 22rem); }
caption { text-align: left; font-weight: 600; padding: .2rem 0; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0;
  border-bottom: 1px solid var(--line); font-weight: normal; }
thead th { font-weight: 600; color: var(--faint); border-bottom: 2px solid var(--line); }
.number { text-align: right; font-variant-numeric: tabular-nums; }
code { font: .9em ui-monospace, "DejaVu Sans Mono", Consolas, monospace; background: var(--shade);
  padding: .05em .25em; border-radius: .2em; }
.card { display: inline-block; white-space: nowrap; border: 1px solid var(--line);
  border-radius: .25em; background: var(--card); padding: 0 .3em; line-height: 1.35;
  margin: .05em 0; font-variant-numeric: tabular-nums; }
.warm { color: var(--warm); } .blue { color: var(--blue); } .green { color: var(--green); }
.yellow { color: var(--yellow); }
footer { margin-top: 2rem; border-top: 1px solid var(--line); color: var(--faint); font-size: .85rem; }
@media (max-width: 40rem) {
  .table:not(.small) table, .table:not(.small) tbody, .table:not(.small) tr,
  .table:not(.small) td, .table:not(.small) tbody th, .table:not(.small) caption { display: block; }
  .table:not(.small) thead { position: absolute; width: 1px; height: 1px; overflow: hidden;
    clip-path: inset(50%); }
  .table:not(.small) tbody th { font-weight: 600; border: 0; padding-top: .5rem; }
  .table:not(.small) td { border: 0; padding: 0 0 0 1rem; }
  .table:not(.small) td:empty { display: none; }
  .table:not(.small) td::before { content: attr(data-label) ": "; color: var(--faint); }
  .table:not(.small) tr { border-bottom: 1px solid var(--line); padding-bottom: .4rem; }
}
@media print {
  :root { color-scheme: light; --ink: #000; --paper: #fff; --faint: #333; --line: #999; --warm: #9c0d24;
    --shade: #fff; --card: #fff; }
  @page { size: A4; margin: 9mm; }
  html { font-size: 8pt; line-height: 1.25; }
  body.middle { font-size: 7.6pt; }
  body.long { font-size: 7pt; }
  body { padding: 0; max-width: none; }
  header { margin-bottom: 1mm; border-bottom-width: 1.5pt; }
  h1 { font-size: 15pt; margin: 0; }
  header p { margin: 0 0 1mm; }
  main { columns: 2; column-gap: 6mm; }
  h2 { font-size: 1.3em; margin: 2mm 0 .7mm; break-after: avoid; }
  main > section:first-child h2 { margin-top: 0; }
  h3 { font-size: 1.1em; margin: 1.2mm 0 .3mm; break-after: avoid; }
  p { margin: .5mm 0; }
  ul, ol { margin: .4mm 0; padding-left: 3.5mm; }
  li { margin: .3mm 0; }
  .kinds { display: block; }
  .table { margin: .8mm 0; overflow: visible; }
  table { font-size: .94em; }
  th, td { padding: .2mm 1.5mm .2mm 0; }
  tr { break-inside: avoid; }
  .card { padding: 0 .2em; line-height: 1.15; }
  footer { margin-top: 2mm; font-size: 6.5pt; }
}
"""
"""One style sheet for all media; colours keep a contrast of 4.5 to 1 at least."""
