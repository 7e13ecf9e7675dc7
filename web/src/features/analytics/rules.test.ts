import { describe, expect, it } from 'vitest';
import { canIdentify, type Consent, posthogOptions, type Permission, permission, withoutQueries } from './rules';

const analytics = { key: 'phc_test', host: 'https://eu.i.posthog.com' };

describe('the permission to measure', () => {
  it.each<[string, typeof analytics | null, Consent, boolean, Permission]>([
    ['without a key nobody is asked', null, 'undecided', false, 'off'],
    ['without a key an old yes means nothing', null, 'allowed', false, 'off'],
    ['with a key people are asked first', analytics, 'undecided', false, 'ask'],
    ['a yes is enough', analytics, 'allowed', false, 'measure'],
    ['a no is final', analytics, 'refused', false, 'off'],
    ['a browser that asks not to be tracked is not even asked', analytics, 'undecided', true, 'off'],
    ['a browser that asks not to be tracked wins over an old yes', analytics, 'allowed', true, 'off'],
  ])('%s', (_case, key, consent, isUnwanted, expected) => {
    expect(permission(key, consent, isUnwanted)).toBe(expected);
  });
});

describe('an id that identifies', () => {
  it.each([
    ['019a8c9e-7f3a-7b11-9d8e-0b5a1c2d3e4f', true],
    ['', false],
    ['   ', false],
    ['distinct_id', false],
    ['distinctid', false],
    ['Distinct_ID', false],
    ['distinct_id_7', true],
  ])("'%s': %s", (id, expected) => {
    expect(canIdentify(id)).toBe(expected);
  });
});

describe('the options', () => {
  it('carry the numbers of the specification', () => {
    expect(posthogOptions(analytics, '')).toMatchObject({
      api_host: 'https://eu.i.posthog.com',
      session_idle_timeout_seconds: 1800,
      feature_flag_request_timeout_ms: 3000,
      rageclick: { click_count: 3, threshold_px: 30, timeout_ms: 1000 },
    });
  });

  it('load nothing from elsewhere, record no screen, keep no cookie and show no text', () => {
    expect(posthogOptions(analytics, '')).toMatchObject({
      disable_external_dependency_loading: true,
      disable_session_recording: true,
      persistence: 'localStorage',
      mask_all_text: true,
      mask_all_element_attributes: true,
      respect_dnt: true,
    });
  });
});

describe('the first address', () => {
  it.each([
    ['', []],
    ['?', []],
    ['?code=1&tab=mentions&search%5Fquery=x=y&flag', ['code', 'tab', 'search%5Fquery', 'flag']],
  ])("'%s' loses the values of %j", (search, names) => {
    expect(posthogOptions(analytics, search)).toMatchObject({
      custom_personal_data_properties: names,
      mask_personal_data_properties: true,
      disable_capture_url_hashes: true,
    });
  });
});

describe('an event', () => {
  it('loses what follows the ? and the # in every address, however deep it lies', () => {
    const event = {
      uuid: '1',
      event: '$pageview',
      properties: {
        $current_url: 'https://app.example/onboarding?code=secret#access_token=secret',
        $referrer: 'HTTP://mail.example/?link=secret',
        $pathname: '/onboarding',
        title: 'What is this? #1 · Earshot',
        count: 3,
        $elements: [{ tag_name: 'a', attr__href: 'https://app.example/x#secret' }],
        $set_once: { $initial_current_url: 'https://app.example/\n?secret' },
      },
    };

    const sent = withoutQueries(event);

    expect(JSON.stringify(sent)).not.toContain('secret');
    expect(sent?.properties).toMatchObject({
      $current_url: 'https://app.example/onboarding',
      $pathname: '/onboarding',
      title: 'What is this? #1 · Earshot',
      count: 3,
      $elements: [{ tag_name: 'a', attr__href: 'https://app.example/x' }],
    });
  });

  it('keeps its dates', () => {
    const timestamp = new Date(0);

    expect(withoutQueries({ uuid: '1', event: 'x', properties: {}, timestamp })?.timestamp).toBe(timestamp);
  });
});
