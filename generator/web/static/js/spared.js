// Pictures of a long list that are far from the window give back their memory, and come again as they are neared.

const NEAR = "300% 0px";

/** Where a picture is, be it here or far away. */
export function sourceOf(picture) {
  return picture.dataset.far ?? picture.src;
}

/** Give a picture another address; one that is far away is fetched once it is near. Whether it is fetched now. */
export function redirect(picture, address) {
  if (picture.dataset.far) picture.dataset.far = address;
  else picture.src = address;
  return !picture.dataset.far;
}

/** Look after the pictures of a list's members, those that come later included. */
export function spare(list) {
  const watcher = new IntersectionObserver((entries) => entries.forEach(look), { rootMargin: NEAR });
  const watch = (member) => member instanceof Element && watcher.observe(member);
  for (const member of list.children) watch(member);
  new MutationObserver((changes) => changes.forEach((one) => one.addedNodes.forEach(watch))).observe(list, { childList: true });
}

function look({ target, isIntersecting }) {
  for (const picture of target.querySelectorAll("img")) {
    if (isIntersecting && picture.dataset.far) {
      picture.src = picture.dataset.far;
      delete picture.dataset.far;
    } else if (!isIntersecting && !picture.dataset.far && picture.complete && picture.naturalWidth) {
      picture.dataset.far = picture.src;
      picture.src = empty(picture.getAttribute("width"), picture.getAttribute("height"));
    }
  }
}

function empty(width, height) {
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`)}`;
}
