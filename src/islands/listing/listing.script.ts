import { startListing } from './follow-links.ts';
import { startPriceSlider } from './price-slider.ts';

document.documentElement.classList.add('has-script');
startListing(startPriceSlider);
