import { escapeHtml } from '@/lib/core/html';
import type { Shot } from './capture';

const STYLE = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif }
body { margin: 24px }
section { margin-block: 32px }
h2 { font-size: 16px; margin: 0 0 8px }
ul { display: flex; flex-wrap: wrap; gap: 12px; margin: 0; padding: 0; list-style: none; align-items: start }
img { display: block; height: 320px; width: auto; max-width: 420px; object-fit: cover; object-position: top; border: 1px solid gray }
small { display: block }
.bad { color: red; font-weight: 600 }
`;

/** A page that shows every picture beside its siblings, with what is too wide and what could not be taken. */
export function contactSheet({
  shots,
  failures,
}: {
  shots: readonly Shot[];
  failures: readonly string[];
}): string {
  const scenes = [...new Set(shots.map(({ scene }) => scene))];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Partner Desk, every page</title>
<style>${STYLE}</style>
<h1>${shots.length} pictures of ${scenes.length} pages</h1>
${failures.map((failure) => `<p class="bad">${escapeHtml(failure)}</p>`).join('\n')}
${scenes.map((scene) => sectionOf(scene, shots)).join('\n')}
</html>
`;
}

function sectionOf(scene: string, shots: readonly Shot[]): string {
  const own = shots.filter((shot) => shot.scene === scene);
  return `<section id="${escapeHtml(scene)}">
<h2>${escapeHtml(scene)}</h2>
<ul>${own.map(figureOf).join('')}</ul>
</section>`;
}

function figureOf({ file, width, theme, language, overflow }: Shot): string {
  const wide = overflow > 0 ? ` <span class="bad">${overflow} px too wide</span>` : '';
  return `<li><a href="${escapeHtml(file)}"><img src="${escapeHtml(file)}" alt="" loading="lazy"></a><small>${width}, ${theme}, ${escapeHtml(language)}${wide}</small></li>`;
}
