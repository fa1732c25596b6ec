import { startGallery } from '#lib/catalog/gallery-rail.ts';
import { startTabs } from '#lib/catalog/tabs.ts';
import { loadOnTouch } from '#lib/ui/load-on-touch.ts';

startGallery();
startTabs();
loadOnTouch('[data-zoom]', () => import('#lib/catalog/gallery-viewer.ts').then((module) => module.openGalleryViewer));
