/* th-report-style.h - the style sheet of a report in HTML
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * It refers to nothing outside of the document.  All pairs of colors have a contrast of at least
 * 4.5.
 */
#pragma once

#define TH_REPORT_STYLE \
  ":root{color-scheme:light dark;--ground:#fff;--ink:#1e1e1e;--dim:#5e5c64;--line:#deddda;" \
  "--soft:#f6f5f4;--link:#1a5fb4;--open:#7a4b00;--done:#1b6e36;--label:#e4e9f2}\n" \
  "@media (prefers-color-scheme:dark){:root{--ground:#1e1e1e;--ink:#f2f2f2;--dim:#b8b6bd;" \
  "--line:#454349;--soft:#2a2a2c;--link:#99c1f1;--open:#f5c76b;--done:#8ff0a4;--label:#34405a}}\n" \
  "*{box-sizing:border-box}\n" \
  "body{margin:0 auto;padding:24px 20px;max-width:1320px;background:var(--ground);" \
  "color:var(--ink);font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}\n" \
  "h1{font-size:1.9em;line-height:1.2;margin:0}\n" \
  "h2{font-size:1.3em;margin:2em 0 .6em;padding-bottom:.3em;" \
  "border-bottom:1px solid var(--line)}\n" \
  "p,li{max-width:90ch}\n" \
  "h3{font-size:1.05em;margin:1.2em 0 .5em}\n" \
  ".kind{margin:0;font-weight:bold;font-size:.85em;color:var(--dim)}\n" \
  ".subtitle,footer,.meta{color:var(--dim)}\n" \
  ".figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(130px,1fr));gap:10px;" \
  "margin:0 0 1em;padding:0;list-style:none}\n" \
  ".figures li{border:1px solid var(--line);border-radius:8px;padding:10px 12px}\n" \
  ".figures b{display:block;font-size:1.3em;font-variant-numeric:tabular-nums}\n" \
  ".figures span{color:var(--dim);font-size:.85em}\n" \
  ".box{overflow-x:auto;margin:0 0 1em}\n" \
  "table{border-collapse:collapse;min-width:min(100%,420px);font-variant-numeric:tabular-nums;" \
  "font-size:.93em}\n" \
  ".rows table{width:100%}\n" \
  ".pairs{display:inline-block;vertical-align:top;max-width:100%;margin-right:36px}\n" \
  ".pairs table{min-width:0}\n" \
  "caption{text-align:left;font-weight:bold;padding:.3em 0}\n" \
  "th,td{text-align:left;vertical-align:top;padding:4px 14px 4px 0;" \
  "border-bottom:1px solid var(--line)}\n" \
  ".rows table{font-size:.85em}\n" \
  ".rows th,.rows td{white-space:nowrap;overflow-wrap:normal;padding-right:11px}\n" \
  ".rows td:last-child:not(.right){white-space:normal;min-width:15em}\n" \
  ".rows td:last-child,.rows th:last-child{padding-right:0}\n" \
  "th{font-weight:600;color:var(--dim)}\n" \
  ".pairs th{white-space:nowrap}\n" \
  ".right{text-align:right}\n" \
  ".drawn svg{width:260px;height:auto;max-width:none;vertical-align:middle}\n" \
  ".legend{list-style:none;margin:0 0 1.4em;padding:0;display:flex;flex-wrap:wrap;" \
  "gap:2px 16px;font-size:.88em}\n" \
  ".legend li::before{content:\"\";display:inline-block;width:.8em;height:.8em;" \
  "border-radius:2px;margin-right:.45em;vertical-align:-.05em;background:var(--light)}\n" \
  "a{color:var(--link)}:target{outline:2px solid var(--link);outline-offset:2px}\n" \
  "figure{margin:0}\n" \
  ".note figure{border-bottom:1px solid var(--line)}\n" \
  "figure svg{display:block;width:100%;min-width:700px;height:auto}\n" \
  "svg.dark{display:none}\n" \
  "@media (prefers-color-scheme:dark){svg.light{display:none}svg.dark{display:block}" \
  ".legend li::before{background:var(--dark)}}\n" \
  "figcaption{color:var(--dim);font-size:.88em;padding:6px 14px}\n" \
  "figure .box{margin:0}\n" \
  ".note{border:1px solid var(--line);border-radius:10px;margin:0 0 18px;overflow:hidden}\n" \
  ".note header{display:flex;flex-wrap:wrap;gap:4px 10px;align-items:baseline;" \
  "padding:9px 14px;background:var(--soft);border-bottom:1px solid var(--line)}\n" \
  ".note h3{margin:0;flex:1 1 14em}\n" \
  ".label{background:var(--label);border-radius:9px;padding:0 9px;font-size:.88em}\n" \
  ".open{color:var(--open);font-weight:bold}.done{color:var(--done);font-weight:bold}\n" \
  ".entry{padding:9px 14px}.note>p{margin:9px 14px 0}\n" \
  ".entry+.entry{border-top:1px solid var(--line);margin-left:14px;padding-left:0}\n" \
  ".entry p,.entry ul,.entry ol{margin:.3em 0}\n" \
  ".entry .meta{margin:0}.entry .meta b{color:var(--ink)}\n" \
  "code{font-family:ui-monospace,monospace;font-size:.93em;background:var(--soft);" \
  "border-radius:4px;padding:0 4px}\n" \
  "footer{margin-top:2.5em;padding-top:.8em;border-top:1px solid var(--line);font-size:.88em}\n" \
  "@media (max-width:600px){body{padding:14px 12px;font-size:14px}}\n" \
  "@media print{:root{color-scheme:light;--ground:#fff;--ink:#000;--dim:#444;--line:#bbb;" \
  "--soft:#f4f4f4;--link:#1a5fb4;--open:#7a4b00;--done:#1b6e36;--label:#e4e9f2}" \
  "body{max-width:none;padding:0;font-size:10pt}svg.dark{display:none}" \
  ".legend li::before{background:var(--light);print-color-adjust:exact}" \
  "svg.light{display:block}figure svg{min-width:0}.box{overflow:visible}" \
  ".rows th,.rows td:not(.right){white-space:normal}figure,tr{break-inside:avoid}" \
  ".rows table{font-size:.75em}.rows th,.rows td{padding-right:7px}" \
  ".drawn svg{width:150px}.drawn{min-width:0!important}" \
  "td:not(.right):has(+.drawn){min-width:13em}" \
  "h2,h3,.note header{break-after:avoid}}\n"
