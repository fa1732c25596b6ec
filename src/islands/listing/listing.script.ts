import { startListing } from './follow-links.ts';
import { startPriceSlider } from './price-slider.ts';

document.documentElement.classList.add('has-script');
startListing(startPriceSlider);
// Apart, since another file here would delay what hears the first touch.
void import('#islands/ui/retry-pictures.ts').then(({ retryPictures }) => retryPictures());
