import { describe, expect, test } from 'vitest';
import { CONTENT_DOCUMENTS, findDocument } from '#lib/content/publishing/content-documents.server.ts';
import { checkDocument } from '#lib/platform/content/check-document.server.ts';
import { Content } from '#lib/platform/content/content.server.ts';
import { fileOf, isFolder, problemText } from '#lib/platform/content/content-document.ts';
import { demoText } from '#lib/platform/content/demo-content.server.ts';

const content = new Content();

/** Returns the problems with a demo document after a change to its text. */
function problemsOf(path: string, change: (text: string) => string): string[] {
  const document = findDocument(path);
  if (!document) throw new Error(path);
  const before = demoText(document, path);
  const text = change(before);
  expect(text, 'the change does not apply to the text').not.toBe(before);
  const demoValue = content.demoValue(document, path);
  return (checkDocument(document, { path, text, demoValue }, content.availableFiles).problems ?? []).map(problemText);
}

const replace = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to);

test('the demo’s texts are valid', () => {
  for (const document of CONTENT_DOCUMENTS) {
    for (const path of isFolder(document) ? content.pathsOf(document) : [document.path]) {
      const source = { path, text: demoText(document, path) };
      expect(
        checkDocument(document, source, content.availableFiles).problems,
        fileOf(path, document.format),
      ).toBeUndefined();
    }
  }
});

describe('an invalid value is rejected with its file, line and field, and the expected value', () => {
  const mistakes: [path: string, change: (text: string) => string, expected: RegExp][] = [
    ['settings', replace(',\n  "tagline"', '\n  "tagline"'), /^settings\.json:3:3: a comma is expected/],
    ['settings', replace('"Taana"', '“Taana”'), /^settings\.json:2:11: a word without quotes/],
    ['settings', replace(/\}\s*$/, ''), /^settings\.json:\d+:\d+: the closing \} is missing/],
    ['settings', () => '', /^settings\.json:1:1: .*(?:empty|expected)/],
    ['settings', replace(/"hours": \[[^\]]*\]/, '"hours": "10 to 7"'), /^settings\.json:15:3 hours: must be a list/],
    [
      'settings',
      replace('"days": "Sunday"', '"day": "Sunday"'),
      /hours\.1\.day: there is no such field. The fields are: days, time/,
    ],
    ['settings', replace('"9876543210"', '9876543210'), /address\.mobile: .*Expected: The number that customers call/],
    ['settings', replace('"9876543210"', '"+91 98765"'), /address\.mobile: must be ten digits in quotes/],
    ['settings', replace('hello@taana.example', 'hello at taana'), /address\.email: must be an email address/],
    ['settings', replace('"Telangana"', '"Telengana"'), /state\.name: must be a state or union territory/],
    ['settings', replace('36AAZCT0000K1Z6', '29AAZCT0000K1Z6'), /gstin: must begin with 36, the code of Telangana/],
    [
      'settings',
      replace('"creditNote": "CN"', '"creditNote": "TA"'),
      /numbers\.creditNote: must differ from that of invoices/,
    ],
    [
      'settings',
      replace('"invoice": "TA"', '"invoice": "SHOP"'),
      /numbers\.invoice: must be one to three capital letters/,
    ],
    ['settings', replace('[1000, 2500', '[2500, 1000'), /priceSteps: must be in ascending order/],
    [
      'settings',
      replace('"Taana",', '"Taana",\n  "name": "Kora",'),
      /^settings\.json:3:3: the field "name" appears twice/,
    ],
    [
      'settings',
      replace(/^\{\s*/, '\u{FEFF}{ "name": "Kora", "name": "Taana", '),
      /^settings\.json:1:19: the field "name" appears twice/,
    ],
    ['settings', replace(/^\{\s*/, '\u{FEFF}{ name: "Kora", '), /^settings\.json:1:3\b/],
    ['settings', replace(/^\{\s*/, '\u{FEFF}{ "nmae": "Kora", '), /^settings\.json:1:3\b/],
    [
      'settings',
      replace('https://www.instagram.com', 'www.instagram.com'),
      /socials\.0\.url: must begin with \/ .*https/,
    ],
    [
      'settings',
      replace('banners/why-us.avif', 'banners/why-is.avif'),
      /whyUs\.image: there is no picture banners\/why-is\.avif/,
    ],
    ['settings', replace('"Taana"', '"<b>Taana</b>"'), /name: must be one line of plain text/],
    [
      'delivery',
      replace('[1, 3]', '"4-8"'),
      /^delivery\.json:5:\d+ zones\.0\.days: must be two whole numbers, such as \[4, 8\]/,
    ],
    ['delivery', replace('[1, 3]', '[4]'), /zones\.0\.days/],
    ['delivery', replace('[1, 3]', '[3, 1]'), /zones\.0\.days: must begin with the smaller/],
    ['delivery', replace('"prefixes": [""]', '"prefixes": ["1"]'), /zones: no zone is for the rest of India/],
    ['delivery', replace('"501"', '"500"'), /zones\.0\.prefixes\.1: "500" is already in the zone Hyderabad/],
    ['delivery', replace('"500", "501"', '500, 501'), /zones\.0\.prefixes\.0: must be digits in quotes/],
    ['delivery', replace('3900', '"₹39"'), /zones\.0\.pricePaise: must be a whole number of paise, without quotes/],
    ['delivery', replace('3900', '39.5'), /zones\.0\.pricePaise: must be a whole number of paise/],
    ['delivery', replace('3900', '1000100'), /zones\.0\.pricePaise: must be at most 1000000 paise, which is ₹10,000/],
    ['delivery', replace('"cod": true', '"cod": "yes"'), /zones\.0\.cod: must be true or false/],
    ['delivery', replace('"freeFromPaise"', '"freeFrom"'), /^delivery\.json:2:3 freeFrom: there is no such field/],
    [
      'slides',
      replace('slides/1.avif', 'slides/one.avif'),
      /^slides\.json:3:5 0\.image: there is no picture slides\/one\.avif/,
    ],
    [
      'slides',
      replace('"heading": "Blue from the vat"', '"title": "Blue"'),
      /2\.heading: is missing.*\n.*2\.title: there is no such field/,
    ],
    [
      'slides',
      replace('/products?category=children', 'products?category=children'),
      /3\.custome_link: must begin with \//,
    ],
    [
      'home',
      replace('"new-arrivals"', '"newest"'),
      /^home\.json:6:\d+ sections\.3\.shows: must be one of slides, features/,
    ],
    ['home', replace('"shows": "slides"', '"shows": "why-us"'), /sections: slides are missing/],
    ['home', replace('"shows": "why-us"', '"shows": "features"'), /sections\.4\.shows: features is already above/],
    ['menus', replace('/privacy-policy', '/privacy'), /footer: \/privacy-policy is not linked; the law requires/],
    ['menus', replace('"categories": 4', '"categories": "4"'), /footer\.0\.categories: must be a whole number/],
    [
      'look',
      replace('"texts": []', '"texts": ["kora.ttf"]'),
      /fonts\.texts\.0: must be the file name of a font, such as kora-r/,
    ],
    [
      'look',
      replace('"texts": []', '"texts": ["kora.woff2"]'),
      /fonts\.texts\.0: there is no font kora\.woff2; import it/,
    ],
    ['look', replace('"texts": []', '"texts": "kora.woff2"'), /fonts\.texts: must be a list between/],
    ['colors', replace('"#1f4a36"', '"green"'), /^colors\.json:3:5 Green\.bottle green: must be a colour as # and six/],
    [
      'colors',
      replace('"navy"', '"Navy"'),
      /Blue\.Navy: must be one word, or two with a space between, in lower-case letters/,
    ],
    ['colors', replace('"navy"', '"black and navy"'), /Blue\.black and navy: must be one word, or two/],
    ['colors', replace('"navy"', '"olive"'), /Green\.olive: the word is already in the family Blue/],
    [
      'colors',
      replace('"Blue": {', '"green": {'),
      /^colors\.json:33:3 green: in the filter, this name would be the same as "Green"/,
    ],
    ['colors', replace('"Blue": {', '"!": {'), /!: a family’s name is plain text with a letter or digit/],
    ['colors', replace(/"Blue": \{[^}]*\}/, '"Blue": "#3a5fa8"'), /Blue: .*Expected: The words of the family/],
    [
      'goods-colors',
      replace('"families": {', '"family": {'),
      /0\.families: is missing.*\n.*0\.family: there is no such field/,
    ],
    [
      'goods-colors',
      replace('"jewellery"', '"Silver jewellery!"'),
      /0\.goods\.0: must be one word of a category’s URL/,
    ],
    [
      'goods-colors',
      replace('"copper"', '"silver"'),
      /0\.families\.Copper\.silver: the word is already in the family Silver/,
    ],
    [
      'policies/terms-conditions',
      replace('{{shop.name}}"', '{{shop.nmae}}"'),
      /^policies\/terms-conditions\.md:7:1 body\.\d+: there is no placeholder \{\{shop\.nmae\}\}/,
    ],
    [
      'policies/privacy-policy',
      replace('updated: 2026-11-29', 'updated: 21 November'),
      /privacy-policy\.md:4:10 updated: must be a day as year-month-day/,
    ],
    [
      'policies/returns-policy',
      (text) => text.replace('---\n', ''),
      /returns-policy\.md:1:1: the file must begin with front matter/,
    ],
    [
      'blog/mending',
      replace('blog/8.avif', 'blog/88.avif'),
      /^blog\/mending\.md:6:8 image: there is no picture blog\/88\.avif/,
    ],
    [
      'blog/how-khadi-is-spun',
      replace('tags: [craft, fabrics]', 'tags: [craft, fabrics'),
      /^blog\/how-khadi-is-spun\.md:\d+:\d+: /,
    ],
    ['blog/how-khadi-is-spun', replace('tags: [craft, fabrics]', 'tags: craft'), /tags: must be a list/],
    ['faq/sizes-and-fit', (text) => text.replaceAll('## ', '### '), /sizes-and-fit\.md:6:1 body: has no question/],
    [
      'gst-rates',
      replace('"rateBp": 500', '"rateBp": "5%"'),
      /^gst-rates\.json:4:\d+ rates\.0\.rateBp: must be a whole number of hundredths of a per cent/,
    ],
    ['gst-rates', replace(/\{ "hsn": "",.*\n/, ''), /gst-rates\.json:\d+:\d+/],
    ['gst-rates', replace('"hsn": ""', '"hsn": "99"'), /rates: there is no rate for goods without an HSN/],
    [
      'gst-rates',
      replace('"from": "2017-07-01"', '"from": "1 July 2017"'),
      /rates\.0\.from: must be a day as year-month-day/,
    ],
    ['gst-rates', replace(', "rateAboveBp": 1200', ''), /rates\.0: needs upToPaise and rateAboveBp together/],
    [
      'size-guide',
      replace('"bust": [80, 84]', '"burst": [80, 84]'),
      /women\.rows\.0\.bust: has no value.*\n.*there is no column "burst"/,
    ],
    ['size-guide', replace('[80, 84]', '"80–84", 3'), /^size-guide\.json:\d+:\d+: /],
    [
      'search-words',
      replace(/"synonyms": \[/, '"synonyms": [\n    "frock",'),
      /synonyms\.0: Write words that mean the same/,
    ],
    [
      'look',
      replace('#665c4f', '#b0a799'),
      /^look\.json:7:5 colors\.soft: can’t be read well on ground \(#faf7f0\): the contrast is 2\.\d to 1/,
    ],
    ['look', replace('#2b3a78', 'blue'), /colors\.indigo: must be a colour as # and six digits/],
    [
      'look',
      replace('"logo": null', '"logo": "brand/logo.png"'),
      /logo: there is no picture brand\/logo\.png; import it as pictures\/brand\/logo\.png/,
    ],
  ];
  // The title of each case is the reported problem.
  test.each(mistakes.map(([path, change, expected]) => ({ path, change, expected, problem: expected.source })))(
    '$path: $problem',
    ({ path, change, expected }) => {
      expect(problemsOf(path, change).join('\n')).toMatch(expected);
    },
  );
});
