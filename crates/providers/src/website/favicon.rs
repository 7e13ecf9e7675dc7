//! The icon of a site, decoded and encoded again.
//!
//! An icon from a stranger may be anything. Its format is detected from its first bytes, whatever
//! its name and type say, and only raster images are accepted. They are decoded within limits and
//! encoded again as PNG, so that nothing of the original file is passed on: no script, no second
//! file inside the first, no metadata. SVG can run scripts and load resources; rendering it safely
//! would need a whole renderer, so it is skipped and the site's next icon is tried.

use std::io::Cursor;

use bytes::Bytes;
use image::{DynamicImage, ImageFormat, ImageReader, Limits};

use super::Favicon;

/// The maximum size of an icon file. Typical ones are a tenth of this.
pub(super) const LARGEST: usize = 256 * 1024;
/// The maximum size of our own PNG.
const HANDED_ON: usize = 64 * 1024;
/// The longest side that is decoded, which limits the memory to 16 MiB.
const LONGEST_SIDE: u32 = 2048;
/// Side lengths to try until the PNG is small enough; the preview is 40 points on a dense screen.
const SIDES: [u32; 2] = [128, 64];

/// Decodes and encodes the image. `None` if it is not a raster image.
pub(super) fn reencode(bytes: &[u8]) -> Option<Favicon> {
    let picture = decoded(bytes)?;
    SIDES.into_iter().find_map(|side| {
        let png = encoded(&picture, side)?;
        (png.len() <= HANDED_ON).then(|| Favicon {
            bytes: Bytes::from(png),
            content_type: "image/png",
        })
    })
}

fn decoded(bytes: &[u8]) -> Option<DynamicImage> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format_of(bytes)?);
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST_SIDE);
    limits.max_image_height = Some(LONGEST_SIDE);
    limits.max_alloc = Some(4 * u64::from(LONGEST_SIDE * LONGEST_SIDE));
    reader.limits(limits);
    reader.decode().ok()
}

fn format_of(bytes: &[u8]) -> Option<ImageFormat> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some(ImageFormat::Png),
        [b'G', b'I', b'F', b'8', ..] => Some(ImageFormat::Gif),
        [0xff, 0xd8, 0xff, ..] => Some(ImageFormat::Jpeg),
        [
            b'R',
            b'I',
            b'F',
            b'F',
            _,
            _,
            _,
            _,
            b'W',
            b'E',
            b'B',
            b'P',
            ..,
        ] => Some(ImageFormat::WebP),
        [0, 0, 1, 0, ..] => Some(ImageFormat::Ico),
        _ => None,
    }
}

fn encoded(picture: &DynamicImage, side: u32) -> Option<Vec<u8>> {
    let is_larger = picture.width() > side || picture.height() > side;
    let picture = if is_larger {
        &picture.thumbnail(side, side)
    } else {
        picture
    };
    let mut png = Cursor::new(Vec::new());
    let picture = DynamicImage::ImageRgba8(picture.to_rgba8());
    picture.write_to(&mut png, ImageFormat::Png).ok()?;
    Some(png.into_inner())
}

#[cfg(test)]
mod tests {
    use image::RgbaImage;

    use super::*;

    #[test]
    fn every_picture_made_of_pixels_becomes_a_small_png() {
        for (format, width) in [
            (ImageFormat::Png, 512),
            (ImageFormat::Gif, 32),
            (ImageFormat::Jpeg, 200),
            (ImageFormat::WebP, 64),
            (ImageFormat::Ico, 48),
        ] {
            let icon = reencode(&picture(format, width)).unwrap();

            assert_eq!(icon.content_type, "image/png");
            let read_back = image::load_from_memory(&icon.bytes).unwrap();
            assert_eq!(read_back.width(), width.min(128), "{format:?}");
        }
    }

    #[test]
    fn a_picture_that_does_not_pack_well_is_made_smaller() {
        let noise = |x: u32, y: u32| x.wrapping_mul(2_654_435_761) ^ y.wrapping_mul(0x9e37_79b9);
        let pixels = RgbaImage::from_fn(128, 128, |x, y| {
            image::Rgba(
                noise(x * 7 + y, y * 13 + x)
                    .rotate_left(x + y)
                    .to_le_bytes(),
            )
        });

        let icon = reencode(&in_format(&pixels.into(), ImageFormat::Png)).unwrap();

        assert!(icon.bytes.len() <= 64 * 1024);
        assert_eq!(image::load_from_memory(&icon.bytes).unwrap().width(), 64);
    }

    #[test]
    fn what_could_run_or_is_no_picture_is_passed_over() {
        let bomb = png_that_claims_to_be_vast();
        for bytes in [
            b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>".as_slice(),
            b"<?xml version='1.0'?><svg/>",
            b"<!doctype html><title>Not found</title>",
            b"\x89PNG\r\n\x1a\n and then nothing",
            b"",
            &bomb,
        ] {
            assert_eq!(reencode(bytes), None, "{:?}", bytes.get(..12));
        }
    }

    #[test]
    fn nothing_but_pixels_is_handed_on() {
        let mut bytes = picture(ImageFormat::Png, 16);
        bytes.extend_from_slice(b"<script>alert(1)</script>");

        let icon = reencode(&bytes).unwrap();

        assert!(!icon.bytes.windows(7).any(|part| part == b"<script"));
    }

    /// A small file whose header (RFC 2083) claims 60,000 by 60,000 pixels.
    fn png_that_claims_to_be_vast() -> Vec<u8> {
        let mut bytes = picture(ImageFormat::Png, 16);
        let side = 60_000_u32.to_be_bytes();
        bytes[16..24].copy_from_slice(&[side, side].concat());
        let mut sum = flate2::Crc::new();
        sum.update(&bytes[12..29]);
        bytes[29..33].copy_from_slice(&sum.sum().to_be_bytes());
        bytes
    }

    fn picture(format: ImageFormat, width: u32) -> Vec<u8> {
        let pixels = RgbaImage::from_pixel(width, width, image::Rgba([250, 200, 60, 255]));
        let picture = DynamicImage::ImageRgba8(pixels);
        match format {
            ImageFormat::Jpeg => in_format(&picture.to_rgb8().into(), format),
            _ => in_format(&picture, format),
        }
    }

    fn in_format(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }
}
