import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { root } from '#support/project-root.ts';

export const OWNER = {
  name: 'Kora & Kin',
  legalName: 'Kora and Kin LLP',
  gstin: '33AAQFK4321L1Z6',
  email: 'hello@kora.example',
  mobile: '8012345678',
};

const SETTINGS = {
  ...{ name: OWNER.name, legalName: OWNER.legalName, gstin: OWNER.gstin, state: { name: 'Tamil Nadu' } },
  tagline: 'Checks that stay.',
  title: 'handloom checks from Coimbatore',
  description: 'Shirts and shirtings in Madras checks, woven in Coimbatore.',
  searchHint: 'Find checks',
  newsletter: 'A note each season.',
  priceSteps: [500, 1500, 3000],
  address: { mobile: OWNER.mobile, email: OWNER.email, address: '1 Mill Road, Coimbatore 641001' },
  hours: [{ days: 'Tue-Sat', time: '11am-6pm' }],
  grievance: { name: 'R. Mani', designation: 'Owner', email: 'help@kora.example', mobile: OWNER.mobile },
  numbers: { order: 'KK', invoice: 'K', creditNote: 'KC' },
  socials: [{ network: 'instagram', name: 'Instagram', url: 'https://www.instagram.com/kora.example' }],
  marquee: ['Woven in Coimbatore', 'Hemmed by hand'],
  features: [{ icon: 'eco-friendly', title: 'Small lots', text: 'Forty pieces of each check, then another.' }],
  whyUs: {
    heading: 'Who we are',
    text: 'Two sisters and nine looms.',
    points: ['Woven, cut and sewn in one street'],
    image: 'banners/looms.jpg',
    imageAlt: 'Nine looms in a row',
  },
};

const LOOK = {
  colors: {
    ...{ ground: '#f4f8f6', cloth: '#e6efea', line: '#c4d4cc', ink: '#10201a', soft: '#47584f' },
    ...{ indigo: '#00504a', 'indigo-deep': '#003632', madder: '#8a2450', turmeric: '#e0b040', leaf: '#2c6136' },
  },
  headings: 'sans',
  fonts: { texts: ['kora.woff2'], headings: ['kora.woff2'] },
  logo: 'brand/logo.svg',
  icon: 'brand/icon.png',
};

const TERMS = { cod: true, codFeePaise: 1_500 };
const DELIVERY = {
  freeFromPaise: 500_000,
  codMaximumPaise: 1_000_000,
  zones: [
    { name: 'Coimbatore', prefixes: ['641'], pricePaise: 2_500, days: [1, 2], ...TERMS },
    { name: 'Everywhere else', prefixes: [''], pricePaise: 8_500, days: [3, 6], ...TERMS },
  ],
};

const HOME = {
  sections: [
    { shows: 'slides' },
    { shows: 'new-arrivals', heading: 'New checks' },
    { shows: 'collections', heading: 'By use' },
    { shows: 'features' },
    { shows: 'why-us' },
    { shows: 'journal', heading: 'Notes' },
  ],
};

const SLIDES = [
  {
    ...{ image: 'slides/checks.jpg', imageTall: 'slides/checks-tall.jpg', imageAlt: 'Checks in a pile' },
    heading: 'Checks by the yard',
    description: 'Cut while you wait.',
    custome_link: '/products',
    linkText: 'See all checks',
  },
];

const link = (label: string, to: string) => ({ label, link: to });
const MENUS = {
  header: [link('Our looms', '/faq')],
  mobile: [link('Our looms', '/faq'), link('Write to us', '/contact')],
  footer: [
    { heading: 'Buy', links: [link('All checks', '/products')], categories: 2 },
    {
      heading: 'Fine print',
      links: ['/terms-conditions', '/privacy-policy', '/shipping-policy', '/returns-policy'].map((to) => link(to, to)),
      categories: 0,
    },
  ],
};

/** The owner's texts and settings, by the path of the document. */
export const DOCUMENTS = {
  settings: SETTINGS,
  look: LOOK,
  delivery: DELIVERY,
  home: HOME,
  slides: SLIDES,
  menus: MENUS,
};

const PARCELS =
  '---\nname: Parcels\nslug: parcels\norder: 1\n---\n\n## When does {{shop.name}} post?\n\nDaily before noon.\n';
const ARTICLE = `---
title: How a check is planned
description: Counting threads before the warp is laid.
date: 2026-11-02
tags: [weaving]
image: blog/loom.jpg
imageAlt: A loom
products: [madras-check-shirt]
---

## Counting

{{shop.name}} counts every thread.
`;

const SHEET = `Name,Price,MRP,Size,Colour,Stock,Image,HSN,Category,Unit,Brand
Madras Check Shirt,"₹1,290","₹1,490",M,Sea Green,9,madras-check-shirt.jpg,6205,Shirts > Checks,piece,Kora
,,,L,Sea Green,0,,6205,Shirts > Checks,piece,Kora
Bleeding Madras Cloth,₹480/m,,,Rust,20 + 15.5,bleeding-madras-cloth.jpg,5208,Cloth,metre,Kora
Mill Towel,₹350,,,White,40,mill-towel.jpg,6302,Home,piece,Kora
`;

const PICTURES = [
  ...['brand/icon.png', 'slides/checks.jpg', 'slides/checks-tall.jpg', 'banners/looms.jpg'],
  'blog/loom.jpg',
];
const FONT = 'node_modules/@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2';
const PHOTOS = ['madras-check-shirt.jpg', 'bleeding-madras-cloth.jpg', 'mill-towel.jpg'];

export interface OwnersFolder {
  /** The folder for `content import`. */
  texts: string;
  sheet: string;
  photos: string;
}

/** Writes an owner's files: texts, pictures and a list of products. */
export async function writeOwnersFolder(dir: string): Promise<OwnersFolder> {
  const folder = { texts: join(dir, 'texts'), sheet: join(dir, 'goods.csv'), photos: join(dir, 'photos') };
  for (const [name, value] of Object.entries(DOCUMENTS)) write(folder.texts, `${name}.json`, JSON.stringify(value));
  write(folder.texts, 'faq/parcels.md', PARCELS);
  write(folder.texts, 'blog/planning-a-check.md', ARTICLE);
  write(dir, 'goods.csv', SHEET);
  write(folder.texts, 'fonts/kora.woff2', readFileSync(join(root, FONT)));
  write(folder.texts, 'pictures/brand/logo.svg', pictureSvg('brand/logo', 500));
  for (const name of PICTURES) write(folder.texts, `pictures/${name}`, await renderPicture(name, 500));
  for (const name of PHOTOS) write(folder.photos, name, await renderPicture(name, 600));
  return folder;
}

function write(dir: string, name: string, content: string | Buffer): void {
  const path = join(dir, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function renderPicture(name: string, width: number): Promise<Buffer> {
  const picture = sharp(Buffer.from(pictureSvg(name, width)));
  return (name.endsWith('.png') ? picture.png() : picture.jpeg()).toBuffer();
}

function pictureSvg(name: string, width: number): string {
  const hue = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  const height = name.includes('tall') || !name.includes('/') ? Math.round(width * 1.3) : width;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="hsl(${hue} 45% 60%)"/><path d="M0 90h900M90 0v900" stroke="#fff" stroke-width="40"/></svg>`;
}
