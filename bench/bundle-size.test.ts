import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { listScripts, measureScripts } from './bundle-size';

const PAGE = `<!DOCTYPE html><head>
<link rel="preload" as="script" fetchPriority="low" href="/_next/a.js"/>
<link rel="preload" as="font" href="/font.woff2"/>
<link rel="modulepreload" href="/_next/m.js">
<link rel="stylesheet" href="/_next/x.css"/>
<script src="/_next/a.js" async=""></script>
<script src="/_next/b.js?dpl=1&amp;x=2" async="" nonce="abc"></script>
<script src="/_next/old.js" noModule=""></script>
</head><body><script nonce="abc">self.__next_f.push([1,"<script src=\\"/_next/b.js\\">"])</script></body>`;

describe('the scripts of a served page', () => {
  it('are its script tags and preloaded scripts, each once', () => {
    expect(listScripts(PAGE).slice(0, 3)).toEqual(['/_next/a.js', '/_next/m.js', '/_next/b.js?dpl=1&x=2']);
  });

  it('exclude fonts, styles and scripts for browsers without modules', () => {
    expect(listScripts(PAGE).join(' ')).not.toMatch(/font|css|old/);
  });

  it('weigh the sum of each compressed separately', async () => {
    const html = '<script src="/a.js"></script><script src="/b.js"></script>';
    const { gzipBytes } = await measureScripts(html, async (address) => address.repeat(100));
    expect(gzipBytes).toBe(gzipSync('/a.js'.repeat(100)).length + gzipSync('/b.js'.repeat(100)).length);
  });
});
