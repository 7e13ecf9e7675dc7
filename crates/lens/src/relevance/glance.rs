//! How likely a post is a lead, at a glance: for the stream, where each of many posts meets thousands of
//! companies. Everything that a post says by itself is found once; what is left for each company are a
//! few short sums.

use super::CandidatePost;
use super::features::{PostSigns, SIGN_COUNT, USUAL, clipped_texts, serves_recruiters};
use super::lead_model::LeadModels;
use crate::{
    closeness::{CompanyPoints, CompanyText, name_embedding, post_embedding},
    embedding::{EmbeddingTable, RoundedEmbedding},
    noise::NoiseKind,
};

/// How likely a post is a lead, from 0 to 100; none if it is too far off to be read.
pub fn glance(company: &CompanyGlance, post: &PostGlance) -> Option<f32> {
    let models = LeadModels::shipped();
    let likely = models.glance.probability(&glance_inputs(company, post));
    (likely >= models.least_glance).then_some(100.0 * likely)
}

/// What a post says by itself.
#[derive(Debug)]
pub struct PostGlance {
    point: RoundedEmbedding,
    community: Option<RoundedEmbedding>,
    signs: PostSigns,
}

impl PostGlance {
    pub fn new(post: &CandidatePost) -> Self {
        let (title, body) = clipped_texts(post);
        let community = name_embedding(post.subreddit, EmbeddingTable::shipped());
        Self {
            point: RoundedEmbedding::of(&post_embedding(title, body)),
            community: community.as_ref().map(RoundedEmbedding::of),
            signs: PostSigns::new(post),
        }
    }
}

/// A company, as small as it can be: there may be a hundred thousand at a time.
#[derive(Debug, Clone)]
pub struct CompanyGlance {
    whole: RoundedEmbedding,
    gist: RoundedEmbedding,
    serves_recruiters: bool,
}

impl CompanyGlance {
    pub fn new(company: &CompanyText) -> Self {
        let points = CompanyPoints::of(company);
        Self {
            whole: RoundedEmbedding::of(&points.whole),
            gist: RoundedEmbedding::of(&points.gist),
            serves_recruiters: serves_recruiters(&points),
        }
    }
}

/// Two cosines, how far the post is on topic, the community, the author's signs, and one that is
/// always 1.
pub const GLANCE_INPUTS: usize = 4 + SIGN_COUNT + 1;

#[doc(hidden)]
pub fn glance_inputs(company: &CompanyGlance, post: &PostGlance) -> [f32; GLANCE_INPUTS] {
    let meaning = company.whole.closeness(&post.point).max(0.0);
    let gist = company.gist.closeness(&post.point).max(0.0);
    let topic = 1.0 / (1.0 + (-(f32::midpoint(meaning, gist) - ON_TOPIC) / TOPIC_WIDTH).exp());
    let community = post.community.as_ref();
    let community = community.map_or(0.0, |name| company.whole.closeness(name) - USUAL);
    let noise = post.signs.noise.as_ref().map(|noise| noise.kind);
    let noise = noise.filter(|kind| *kind != NoiseKind::Hiring || !company.serves_recruiters);
    let close = [meaning, gist, topic, topic * community];
    let signs = post.signs.numbers(topic, noise);
    let mut inputs = close.into_iter().chain(signs).chain([1.0]);
    std::array::from_fn(|_| inputs.next().expect("as many as counted"))
}

/// Half of the posts with such cosines are about the company's subject.
const ON_TOPIC: f32 = 0.45;
const TOPIC_WIDTH: f32 = 0.1;
