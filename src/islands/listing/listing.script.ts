import { startPriceSlider } from './price-slider.ts';
import { startListing } from './start-listing.ts';

document.documentElement.classList.add('has-script');
startListing(startPriceSlider);
