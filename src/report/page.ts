import { type Markup, markup } from './markup.ts'
import { tokenCss } from './tokens.ts'

export interface ReportPage {
  readonly title: string
  /** What stands above everything in large letters; without it the title. */
  readonly heading?: string
  /** Small line above the title: what kind of report this is. */
  readonly kind: string
  /** The sentences that a reader should take away, in large type. */
  readonly lede: readonly string[]
  readonly body: Markup
  /** Provenance: command, hashes, versions. */
  readonly footer: Markup
  /** Rules of this report alone. */
  readonly css?: string
}

/**
 * A report as one HTML file: no script, nothing loaded from elsewhere, light and dark by the reader's system, print.
 */
export function reportPage({ title, heading = title, kind, lede, body, footer, css = '' }: ReportPage): string {
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>`.text
  const rest = markup`</style>
</head>
<body>
<header>
<p class="kind">${kind}</p>
<h1>${heading}</h1>
<div class="${lede.length > 3 ? 'ledes many' : 'ledes'}">
${lede.map(sentence => markup`<p class="lede">${sentence}</p>\n`)}</div>
</header>
<main>
${body}
</main>
<footer>
${footer}
</footer>
</body>
</html>
`.text
  return `${page}${tokenCss()}\n${PAGE_CSS}${css}${rest}`
}

/** Rules that every report shares. */
const PAGE_CSS = `
*{box-sizing:border-box}
html{background:var(--ground);color:var(--ink);font:15px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;-webkit-text-size-adjust:100%}
body{max-width:68rem;margin:0 auto;padding:3rem 1.5rem 4rem}
header{margin-bottom:2.5rem}
h1{font-size:1.9rem;line-height:1.2;letter-spacing:-.015em;margin:.1em 0 .7em}
h2{font-size:1.25rem;letter-spacing:-.01em;margin:0 0 .3rem}
h3{font-size:1rem;margin:1.6rem 0 .4rem}
p{margin:.4rem 0 .8rem;max-width:46rem}
.kind{color:var(--ink-soft);font-size:.8rem;letter-spacing:.08em;text-transform:uppercase;margin:0}
.lede{font-size:1.18rem;line-height:1.5;max-width:52rem}
.many .lede{font-size:.95rem;margin:.3rem 0}
.note{color:var(--ink-soft);font-size:.87rem;margin:.5rem 0}
section{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:1.5rem 1.6rem;margin:0 0 1.5rem}
figure{margin:1rem 0;overflow-x:auto}
figure svg{display:block;max-width:100%;height:auto}
figcaption{color:var(--ink-soft);font-size:.87rem;max-width:46rem;margin-top:.5rem}
.scroll{overflow-x:auto;background:linear-gradient(90deg,var(--surface) 40%,transparent) -2px/2.5rem 100% no-repeat local,linear-gradient(270deg,var(--surface) 40%,transparent) calc(100% + 2px)/2.5rem 100% no-repeat local,linear-gradient(90deg,var(--edge),transparent) 0/.7rem 100% no-repeat scroll,linear-gradient(270deg,var(--edge),transparent) 100%/.7rem 100% no-repeat scroll}
.scroll:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.swipe{display:none;margin:.2rem 0 0;color:var(--ink-soft);font-size:.8rem;text-align:right}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9rem;min-width:100%}
th,td{padding:.42rem .6rem;text-align:left;vertical-align:baseline;white-space:nowrap}
th{white-space:normal;vertical-align:bottom;font-weight:600;color:var(--ink-soft);border-bottom:1px solid var(--edge)}
td{border-bottom:1px solid var(--line)}
tbody tr:last-child td{border-bottom:0}
.number{text-align:right}
.interval{display:block;color:var(--ink-soft);font-size:.8em;line-height:1.25}
tr.minor td{color:var(--ink-soft)}
tr.rule td{border-top:1px solid var(--edge)}
code{font:.87em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
footer{color:var(--ink-soft);font-size:.83rem;margin-top:2.5rem}
footer dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;margin:0}
footer dt{font-weight:600}
footer dd{margin:0;min-width:0}
.consistent{color:var(--consistent-ink)}
.counter{color:var(--counter-ink)}
.ambiguous{color:var(--ambiguous-ink)}
a{color:var(--accent)}
.contents{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;margin:0 0 1.5rem;font-size:.95rem}
.part{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:0 1.6rem;margin:0 0 .8rem}
.part>summary{display:flex;flex-wrap:wrap;align-items:baseline;gap:.2rem .9rem;padding:.9rem 0;cursor:pointer;list-style:none}
.part>summary::-webkit-details-marker{display:none}
.part>summary::before{content:'▸';color:var(--ink-soft)}
.part[open]>summary::before{content:'▾'}
.part>summary:focus-visible{outline:2px solid var(--focus);outline-offset:4px;border-radius:6px}
.part>summary h2{display:inline;margin:0}
.part>summary span{color:var(--ink-soft);font-size:.87rem}
.part>div{padding:0 0 1.4rem}
@media(max-width:44rem){
body{padding:1.5rem .8rem 3rem}
section,.part{padding-left:.9rem;padding-right:.9rem}
.swipe{display:block}
table{font-size:.82rem}
th,td{padding:.4rem .35rem}
.scroll td:first-child,.scroll th:first-child{position:sticky;left:0;background:var(--surface)}
}
@media print{
html{background:none;font-size:9.5pt}
body{max-width:none;padding:0}
section,.part{border:0;padding:0;margin:0 0 1.2rem;background:none}
details::details-content{content-visibility:visible;block-size:auto}
.part>summary::before,.contents,.swipe{display:none}
figure,tr,h2,h3{break-inside:avoid}
h2,h3{break-after:avoid}
@page{size:A4;margin:16mm}
}
`
