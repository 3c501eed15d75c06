import { describe, expect, it } from 'vitest';
import { browserArgs, usualPlaces } from './browser';

describe('the browser of the tests', () => {
  it('connects only to the page', () => {
    expect(browserArgs(false)).toEqual([
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
    ]);
  });

  it('also starts as root', () => {
    expect(browserArgs(true)).toContain('--no-sandbox');
    expect(browserArgs(false)).not.toContain('--no-sandbox');
  });

  it('is searched in every folder of PATH, in order', () => {
    const places = usualPlaces({ platform: 'linux', path: '/one:/two', home: '/home/me' });
    expect(places).toContain('/one/chromium');
    expect(places.indexOf('/one/chromium')).toBeLessThan(places.indexOf('/two/google-chrome-stable'));
  });

  it('is one without windows where there is one, as that takes less time', () => {
    const places = usualPlaces({ platform: 'linux', path: '/one:/two', home: '/home/me' });
    expect(places.indexOf('/two/chromium-headless-shell')).toBeLessThan(
      places.indexOf('/one/google-chrome-stable'),
    );
  });

  it('is searched among the applications of a Mac, the shared ones first', () => {
    const places = usualPlaces({ platform: 'darwin', path: '', home: '/Users/me' });
    expect(places[0]).toBe('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
    expect(places).toContain('/Users/me/Applications/Chromium.app/Contents/MacOS/Chromium');
  });

  it('is not searched in an empty PATH entry, which would mean the project folder', () => {
    expect(usualPlaces({ platform: 'linux', path: '::', home: '/' })).toEqual([
      '/snap/bin/chromium',
      '/opt/google/chrome/chrome',
    ]);
  });
});
